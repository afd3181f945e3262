from __future__ import annotations


def request_context(get_response):
    return get_response


def security_headers(get_response):
    return get_response
