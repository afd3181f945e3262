"""The player's own language and clock on every page, and when they were last here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from allauth.usersessions.models import UserSession
from asgiref.sync import iscoroutinefunction, sync_to_async
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.decorators import sync_and_async_middleware

from accounts.models import User
from accounts.services import preferences as service


@sync_and_async_middleware
def preferences(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """The queries for session and user are made by whoever asks first; that is us."""
    if iscoroutinefunction(get_response):
        answer = cast("Callable[[HttpRequest], Awaitable[HttpResponse]]", get_response)

        async def in_loop(request: HttpRequest) -> HttpResponse:
            user = await request.auser()
            if not user.is_authenticated:
                return await answer(request)
            apply(request, user)
            if is_due(request, user):
                await sync_to_async(note)(request, user)
            try:
                return await answer(request)
            finally:
                timezone.deactivate()

        return in_loop

    def in_thread(request: HttpRequest) -> HttpResponse:
        user = request.user
        if not user.is_authenticated:
            return cast("HttpResponse", get_response(request))
        apply(request, user)
        if is_due(request, user):
            note(request, user)
        try:
            return cast("HttpResponse", get_response(request))
        finally:
            timezone.deactivate()

    return in_thread


def apply(request: HttpRequest, user: User) -> None:
    if user.language and translation.check_for_language(user.language):
        translation.activate(user.language)
        request.LANGUAGE_CODE = translation.get_language()
    try:
        timezone.activate(ZoneInfo(user.time_zone or "UTC"))
    except (ZoneInfoNotFoundError, ValueError):
        timezone.activate(ZoneInfo("UTC"))


def is_due(request: HttpRequest, user: User) -> bool:
    """One write in a few minutes, however many pages are looked at."""
    if request.path.startswith(settings.UNSEEN_PATHS):
        return False
    return user.last_seen is None or timezone.now() - user.last_seen > settings.LAST_SEEN_EVERY


def note(request: HttpRequest, user: User) -> None:
    service.seen(user=user)
    key = request.session.session_key
    if key and cache.add(f"seen:{key}", 1, timeout=int(settings.LAST_SEEN_EVERY.total_seconds())):
        UserSession.objects.create_from_request(request)
