"""Why something on the board cannot be done, asked when somebody points at it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, JsonResponse, QueryDict
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.limits import limited
from engine.core.errors import RulesError, WhyNot
from engine.core.types import parse_move
from games.errors import BadForm
from games.models import Seat
from games.refusals import refusal
from games.selectors.scenes import Scene, scene
from games.titles.answers import Reason
from games.titles.base import seat_name
from games.titles.composing import move_of
from games.titles.registry import presenter_of, title_of
from games.web.views.match import asks_to_plan, filled_in, seen
from games.web.views.tools import from_one_snapshot


@never_cache
@require_GET
@limited("why", methods=("GET",))
@from_one_snapshot
def why(request: HttpRequest, code: str) -> JsonResponse:
    """`?move=buy:4,2` for a move of one's own, `?seat=1` for what belongs to another player.

    `?compose=call&call.card=7` for one that was composed, in the names of its form.

    Answered on the position as the asker sees it, with the own draft on top; `explain` never says
    more than the asker's own view does.
    """
    match = seen(request, code)
    if match.state is None:
        raise Http404  # nothing lies on the table yet
    plan = asks_to_plan(request)
    shown = scene(match, request.user, plan=plan)  # type: ignore[arg-type]
    whose = request.GET.get("seat", "")
    owner = next((seat for seat in shown.seats if str(seat.number) == whose), None)
    told = _theirs(shown, owner) if owner else _mine(shown, request.GET)
    link = _("Rule {rule}").format(rule=told.rule) if told.rule else ""
    return JsonResponse({"text": told.text, "rule": told.rule, "url": told.url, "link": link})


def _theirs(shown: Scene, owner: Seat) -> Reason:
    if shown.seat is None:
        return Reason(_("You’re watching. Only the players can move pieces."))
    text = _("This belongs to {who}. You can look at it, but you can only move what’s yours.")
    presenter = presenter_of(shown.match.title)
    told = text.format(who=seat_name(owner))
    return Reason(told, presenter.open_rule[1:], presenter.rule_url(presenter.open_rule))


def _mine(shown: Scene, asked: QueryDict) -> Reason:
    title, said = shown.match.title, filled_in(asked)
    try:
        move = move_of(title_of(title).game, said) if said else parse_move(asked.get("move", ""))
    except (BadForm, RulesError) as error:
        return refusal(title, error)
    if not shown.match.is_running:
        return presenter_of(title).why_not(WhyNot("", "game-over"))
    if shown.seat is None:
        return Reason(_("You’re watching. Only the players can move pieces."))
    if shown.parked is not None:
        return Reason(_("Your turn is complete. Confirm it, or undo to change it."))
    found = shown.why(move)
    return presenter_of(title).why_not(found) if found else Reason(_("This is possible now."))
