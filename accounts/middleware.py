from __future__ import annotations


def preferences(get_response):
    return get_response
