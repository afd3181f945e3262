"""The lesson of Nauticus: a ship of two, loaded and delivered, and crowns scored, in two rounds.

The deal was looked for: hulls, masts, sails and goods come in the order they are needed, with a
blue worker or two each, and passing is worth it twice. What is said of it holds for it alone;
`taught` has the words for everything else.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.titles.lessons import Lesson, Reply, Step
from games.titles.nauticus.taught import WORDS, cost, kind

ROUND_1: Final = (
    Step(
        "choose:1",
        _(
            "Every ship starts with its hull. Two blue workers help you for free here,"
            " and the bonus is a mast."
        ),
    ),
    Step(
        "bonus:4",
        _("Take the whale: on the mast tile whales cost just 1 coin, so that’ll be your crest."),
    ),
    Step(
        "buy:0,1",
        _(
            "A stern and a bow make a ship of two: 8 points and two rewards. What you pay coins"
            " for, you can build at once."
        ),
    ),
    Step("buy:2,1", _("The bow closes the hull, and your second blue worker builds it.")),
    Step(
        "end",
        _("No blue workers left. Keep your own four and your 11 coins for masts and sails."),
    ),
    Reply(
        "buy:2,0 buy:1,1 buy:3,0 buy:0,1 free:0 buy:2,1 end"
        " choose:4 extra:2 buy:10,0 buy:11,0 end pass"
    ),
    Step(
        "pass",
        _("You’ve nothing to deliver yet. So flip your −3: it can’t hurt you any more."),
    ),
    Step("end", _("Keep your extra action for later and confirm.")),
    Step(
        "choose:3",
        _("Now the masts. Whales cost 1 here, two blue workers help, and you get 2 points."),
    ),
    Step("buy:4,1", _("Your first mast. From now on this ship sails under the whale.")),
    Step(
        "buy:4,1",
        _("A second copy costs 4, but it’s up at once. The mast in storage needs Transport."),
    ),
    Step("end", _("You have 6 coins left, just enough for two sails. So stop here.")),
    Reply("pass choose:5 bonus:14 withdraw:3"),
    Step(
        "pass",
        _(
            "Six free coins are tempting, but a pass is worth more: it saves 2 points, and the"
            " crown will bring you about 5."
        ),
    ),
    Step("end", _("Two crowns already. Confirm.")),
    Step(
        "choose:6",
        _("Now the sails! Whales cost 2 and then 4: exactly your 6 coins. And a free worker."),
    ),
    Step("buy:9,1", _("The first whale sail goes up on your first mast.")),
    Step(
        "buy:9,1",
        _("The last part: your ship is complete. 8 points in the end, two rewards right now."),
    ),
    Step("reward:0", _("A crown mast is one more crown each time you score, even in storage.")),
    Step("reward:3", _("You’re out of coins and your holds are empty: 7 coins buy goods.")),
    Step("end", _("Your first ship is afloat. Confirm!")),
    Reply("buy:11,0 buy:10,0 buy:9,0 buy:12,0 free:9 end choose:7 buy:15,0 end"),
    Step("buy:14,1", _("Start with fish: just 1 coin, and a blue worker loads it.")),
    Step(
        "buy:14,1",
        _("Another fish fills the hold. Two of a kind are worth 5 points, a single one just 2."),
    ),
    Step("end", _("Full! As soon as the Deliver tile comes, that’s 5 points. Confirm.")),
    Step(
        "choose:0",
        _(
            "You have three crowns: two flipped tiles and the crown mast. The anchor means no blue"
            " workers, but the bonus gives you 3."
        ),
    ),
    Step("score:5", _("5 workers times 3 crowns: 15 points, the most you can score at once.")),
    Step("end", _("That was a strong round. It ends now, and your −1 costs you 1 point.")),
)
ROUND_2: Final = (
    Reply("score:2 choose:6 pass"),
    Step("pass", _("A new round: your pass tiles are back. Flip the −3 while it’s cheap.")),
    Step("end", _("Confirm, and keep the extra action.")),
    Step("choose:4", _("You’ll need workers to score crowns: take the bonus of 2.")),
    Step("pass", _("Crowns pay better than coins by now. Flip the −2.")),
    Step("end", _("Two flipped, one to go. Confirm.")),
    Reply("withdraw:3 choose:7 pass"),
    Step("pass", _("Flip the last one: nothing to lose at the end, and three more crowns.")),
    Step("end", _("Your ship is full. Confirm first, then choose Deliver next.")),
    Step("choose:3", _("Complete and full: deliver! The bonus is 2 points.")),
    Step("deliver:1", _("Two fish are worth 5 points, and the blue workers will carry them.")),
    Step("extra:7", _("Time for the extra action: four crowns are waiting to be scored.")),
    Step("score:4", _("4 workers are enough for the most you can get: 15 points.")),
    Reply("pass choose:1 pass"),
    Step("pass", _("No time to deliver again, so goods won’t pay. Pass.")),
    Step("choose:0", _("Score crowns once more: 3 workers as a bonus and a blue one.")),
    Step("score:4", _("Another 15 points for 4 workers.")),
    Reply("score:1 choose:5 move:0,2 end"),
    Step("pass", _("The last turn, and nothing left to gain. Pass and see the score.")),
)

LESSON: Final = Lesson(
    seed="0000000000000000000000000000002a",
    options={"rounds": 2},
    line=(*ROUND_1, *ROUND_2),
    words=WORDS,
    kind=kind,
    cost=cost,
    aim="titles/nauticus/aim.html",
    minutes=15,
)
