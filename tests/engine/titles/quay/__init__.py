"""Quay: a title for tests only. Short, and awkward in every way the engine has to bear.

The rules, numbered as in a real title:

R1 28 cards, seven kinds of four (kind = id // 4). Kind 0 is the flare. Everybody holds four cards
   and 5 coins; the bank holds 20.
R2 Bid: everybody secretly puts one card down. The highest kind wins 2 coins from the bank (ties:
   first from the turn's seat on) and leads the market. Whoever has no card does not bid.
R3 Market: the leader may offer cards from the hand, two a market, at 2 coins each. The others
   answer in order of arrival: accept (the card goes on the own ship) or decline. The
   leader may withdraw an offer and may close the market whenever he likes.
R4 Haul: each in turn puts a card on the own ship or rests (and draws a card). Whoever
   holds no flare may also pass.
R5 Storm: a card of kind 5 or 6 hauled stops the turn: the next seat braces with a card or yields a
   coin to the bank. Bracing with kind 4 or more is echoed: the hauler may claim a coin or refuse.
   Whoever is yielded to counts what the own hand is worth, in private.
R6 Flare: on the own turn, in market, haul or storm, a flare may be fired: look at the two top
   cards, keep one, the other goes below the deck.
R7 After the last round: coins, plus the kinds on the ship. Ties: more cards in hand.
"""
