from __future__ import annotations

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from ops.client_ip import client_ip, is_local, network_of


@pytest.mark.parametrize(
    ("trusted", "forwarded", "peer", "expected"),
    [
        (0, "", "198.51.100.7", "198.51.100.7"),
        (0, "203.0.113.5", "198.51.100.7", "198.51.100.7"),
        (1, "203.0.113.5", "127.0.0.1", "203.0.113.5"),
        (1, "203.0.113.5", "", "203.0.113.5"),
        (1, "6.6.6.6, 203.0.113.5", "127.0.0.1", "203.0.113.5"),
        (2, "6.6.6.6, 203.0.113.5, 10.0.0.1", "127.0.0.1", "203.0.113.5"),
        (2, "203.0.113.5", "10.0.0.1", "10.0.0.1"),
        (1, "nonsense", "127.0.0.1", "127.0.0.1"),
        (1, "", "", "0.0.0.0"),
        (1, "[2001:db8::1]:443", "", "2001:db8::1"),
        (1, "192.0.2.1:5555", "", "192.0.2.1"),
        (1, "::ffff:192.0.2.1", "", "192.0.2.1"),
        (1, "<script>", "", "0.0.0.0"),
    ],
)
def test_it_believes_only_the_proxies_we_run(
    settings: Settings, trusted: int, forwarded: str, peer: str, expected: str
) -> None:
    settings.TRUSTED_PROXIES = trusted
    headers = {"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {}

    request = RequestFactory().get("/", REMOTE_ADDR=peer, **headers)

    assert client_ip(request) == expected


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("0.0.0.0", "0.0.0.0"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::", "2001:db8:1:2::"),
        ("2001:db8::1", "2001:db8::"),
        ("fe80::1%eth0", "fe80::"),
        ("::1", "::"),
    ],
)
def test_a_household_shares_a_network(address: str, network: str) -> None:
    assert network_of(address) == network


@pytest.mark.parametrize(
    ("meta", "local"),
    [
        ({"REMOTE_ADDR": "127.0.0.1"}, True),
        ({"REMOTE_ADDR": "::1"}, True),
        ({"REMOTE_ADDR": "10.0.0.9"}, False),
        ({"REMOTE_ADDR": ""}, False),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "127.0.0.1"}, False),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_VIA": "1.1 cache"}, False),
    ],
)
def test_it_knows_a_call_from_this_machine(meta: dict[str, str], local: bool) -> None:
    assert is_local(RequestFactory().get("/", **meta)) is local
