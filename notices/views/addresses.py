"""Browsers that take pushes, and a player's webhook."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts import devices
from accounts.emails import absolute
from accounts.limits import limited
from accounts.models import User
from accounts.views.tools import PlayerRequest, not_for_guests
from notices import vapid
from notices.address_forms import Subscription, WebhookForm, subscription
from notices.channels import webhook as channel
from notices.models import PushSubscription, Webhook
from notices.news import News
from notices.services import hooks, pushes
from ops import outward, vetting
from outbox.errors import GiveUp

TEST_SECONDS = 6.0  # somebody waits for the page


def parts(user: User, form: WebhookForm | None = None) -> dict[str, Any]:
    """What `notices/_push.html` and `notices/_webhook.html` show."""
    hook = Webhook.objects.filter(user=user).first()
    return {
        "push_key": vapid.public_key() if vapid.enabled() else "",
        "browsers": PushSubscription.objects.filter(user=user).order_by("pk"),
        "hook": hook,
        "hook_address": shown(hook.url) if hook else "",
        "hook_status": outward.in_words(hook.last_status) if hook else "",
        "hook_form": form or WebhookForm(hook=hook),
    }


def shown(url: str) -> str:
    """Enough to tell it from another; whoever has all of it may use it."""
    return f"{vetting.parse(url).host}/…{url[-4:]}"


@never_cache
@login_required
@not_for_guests
@require_POST
@limited("addresses")
def push_subscribe(request: PlayerRequest) -> HttpResponse:
    if not vapid.enabled():
        raise Http404
    found = _subscription(request)
    if found is None:
        return _refuse(_("Your browser sent an incomplete subscription."))
    try:
        pushes.subscribe(
            user=request.user,
            endpoint=found.endpoint,
            p256dh=found.p256dh,
            auth=found.auth,
            agent=devices.name(request.headers.get("User-Agent", "")),
            session=request.session.session_key or "",
        )
    except vetting.Refused as refused:
        return _refuse(refused.sentence)
    except pushes.BadKeys:
        return _refuse(_("Your browser sent an incomplete subscription."))
    except pushes.TooMany:
        text = _("You can get push notifications in %(most)d browsers at most. Remove one first.")
        return _refuse(text % {"most": pushes.MOST}, 409)
    messages.success(request, _("Push notifications are on in this browser."))
    return JsonResponse({"ok": True}, status=201)


@never_cache
@csrf_exempt  # the worker in the browser has no page and no token; the old address is the proof
@require_POST
@limited("push_renew")
def push_renew(request: HttpRequest) -> HttpResponse:
    found = _subscription(request)
    if found is None or not found.old:
        return _refuse("not a subscription")
    try:
        done = pushes.renew(
            old=found.old, endpoint=found.endpoint, p256dh=found.p256dh, auth=found.auth
        )
    except (vetting.Refused, pushes.BadKeys):
        return _refuse("refused")
    return JsonResponse({"ok": True}) if done else _refuse("unknown", 404)


@login_required
@require_POST
@limited("addresses")
def push_remove(request: PlayerRequest, pk: int) -> HttpResponse:
    if not pushes.remove(user=request.user, pk=pk):
        raise Http404
    messages.success(request, _("Removed. This browser won’t get push notifications any more."))
    return redirect("notifications")


@never_cache
@sensitive_post_parameters("url")
@login_required
@not_for_guests
@require_http_methods(["GET", "POST"])
@limited("addresses")
def webhook(request: PlayerRequest) -> HttpResponse:
    hook = Webhook.objects.filter(user=request.user).first()
    form = WebhookForm(request.POST or None, hook=hook)
    if request.method == "POST" and form.is_valid():
        hooks.save(user=request.user, **form.cleaned_data)
        messages.success(request, _("Saved. Send a test to see whether it works."))
        return redirect("webhook")
    status = 422 if form.errors else 200
    return render(request, "notices/webhook.html", parts(request.user, form), status=status)


@login_required
@not_for_guests
@require_POST
@limited("test_notice")
def webhook_test(request: PlayerRequest) -> HttpResponse:
    """At once and while they wait: the answer is what they want to see."""
    hook = _mine(request)
    news = News(
        kind="test",
        title=_("Test from Nauticus"),
        text=_("Your webhook works."),
        url=absolute(reverse("notifications")),
    )
    try:
        status = channel.call(hook, news, timeout=TEST_SECONDS)
    except (GiveUp, channel.Failed) as trouble:
        text = _("The test failed: %(reason)s") % {"reason": outward.in_words(str(trouble))}
        messages.error(request, text)
    else:
        text = _("It works: the server answered %(status)s.") % {"status": status}
        messages.success(request, text)
    return redirect("webhook")


@login_required
@not_for_guests
@require_POST
@limited("addresses")
def webhook_secret(request: PlayerRequest) -> HttpResponse:
    if hooks.rotate_secret(user=request.user) is None:
        raise Http404
    messages.success(request, _("A new secret has been created. The old one no longer works."))
    return redirect("webhook")


@login_required
@require_POST
@limited("addresses")
def webhook_remove(request: PlayerRequest) -> HttpResponse:
    if not hooks.remove(user=request.user):
        raise Http404
    messages.success(request, _("The webhook was removed."))
    return redirect("notifications")


def _mine(request: PlayerRequest) -> Webhook:
    hook = Webhook.objects.filter(user=request.user).first()
    if hook is None:
        raise Http404
    return hook


def _subscription(request: HttpRequest) -> Subscription | None:
    """What a script of ours sent; a form's body may have been read already."""
    return subscription(request.body) if request.content_type == "application/json" else None


def _refuse(text: str, status: int = 400) -> JsonResponse:
    return JsonResponse({"error": text}, status=status)
