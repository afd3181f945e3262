"""Barter: a title for tests only. Hands, offers and answers, as the trading games have them.

The rules, numbered as in a real title:

R1 40 cards, five goods of eight (good = id // 8); the number behind it is the mark, which nobody
   else sees. Everybody holds four cards, 6 coins and a secret order: one of the goods.
R2 A round gives each seat a turn, then each a place at the dock, both in seat order.
R3 Trade. Whose turn it is may call once: an offer to some of the others, cards and coins for cards
   and coins. It shows the goods of its cards and not the marks; for each card it asks, a set of
   goods that will do. Whoever accepts chooses which of his cards he gives. Every deal moves a card.
R4 Those called answer: accept, decline, or counter with an offer of their own, which stands for
   this turn. Who has answered may still accept while others think. The caller may recall.
   Who does not answer in time has declined.
R5 The others may leave slips, two each in a turn: offers to whose turn it is, taken or not. They
   may withdraw them. An offer is gone when a card of it has left the hand, or with the turn.
R6 After trading, the seat draws a card and may give one face down to the next seat.
R7 Dock: moor at one of five berths, for as many coins as ships lie there, for 3 points; or pass.
R8 Coins, 3 for each mooring, and 2 for each card in hand of the good one's order names.
"""
