"""Which addresses given by people the site may call: public ones, over HTTPS, by name.

Whoever gives the site an address to call makes it a messenger. Without this it would knock at
doors that only open from inside: databases, the cloud's own interfaces, other machines.
"""

from __future__ import annotations

import ipaddress
import re
import socket
import threading
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import urlsplit

import idna
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

LONGEST = 2000
RESOLVE_SECONDS = 4.0
MOST_ADDRESSES = 50  # a name that answers with more wants something else
PORT = 443

SENTENCES: dict[str, Promise] = {
    "long": _("This address is too long."),
    "characters": _("This address contains characters that don’t belong in a web address."),
    "scheme": _("The address must start with https://."),
    "userinfo": _("The address can’t contain a user name or password."),
    "fragment": _("The address can’t contain a # part."),
    "port": _("Only the standard HTTPS port (443) can be used."),
    "host": _("This address has no valid host name."),
    "literal": _("Use a host name instead of an IP address."),
    "unresolved": _("This host name can’t be found right now. Check the spelling."),
    "private": _("This address isn’t reachable from the public internet."),
}

# What `ipaddress` calls global but isn't a plain machine on the internet, and, said again so that
# no version of it decides, what must never be called.
REFUSED_V4 = [
    ipaddress.IPv4Network(text)
    for text in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    )
]  # fmt: skip
# Of IPv6 only global unicast is in use (2000::/3). Inside it, tunnels carry an IPv4 address that
# would be called in the end: 6to4 and Teredo; NAT64, mapped, local and site-local lie outside.
UNICAST_V6 = ipaddress.IPv6Network("2000::/3")
REFUSED_V6 = [
    ipaddress.IPv6Network(text) for text in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
]

LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)\Z")
NUMBER = re.compile(r"(0x[0-9a-f]*|[0-9]+)\Z")  # 127.1, 0x7f.1 and 2130706433 are addresses
# Names that mean this machine or this network, whatever a resolver says.
LOCAL_NAMES = ("localhost", "local", "internal", "intranet", "lan", "home.arpa", "localdomain",
               "test", "invalid", "example", "onion", "arpa")  # fmt: skip
VISIBLE = re.compile(r"[!-~]*\Z")


class Refused(Exception):
    """The site doesn't call this address. Its text holds no part of the address."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    @property
    def sentence(self) -> str:
        return str(SENTENCES[self.code])


@dataclass(frozen=True)
class Target:
    """An address taken apart, and where the connection goes."""

    url: str  # with the host as DNS spells it
    host: str
    addresses: tuple[str, ...] = ()


def vet(url: str) -> Target:
    """The vetted address with everything its name resolves to, or `Refused`."""
    target = parse(url)
    found = resolve(target.host)
    if not found:
        raise Refused("unresolved")
    if len(found) > MOST_ADDRESSES or not all(callable_address(text) for text in found):
        # One bad answer spoils all: which of them a connection takes is chance.
        raise Refused("private")
    return Target(url=target.url, host=target.host, addresses=tuple(found))


def parse(url: str) -> Target:
    """What can be told without asking anybody."""
    if len(url) > LONGEST:
        raise Refused("long")
    if "\\" in url or any(c.isspace() or not c.isprintable() for c in url):
        raise Refused("characters")
    if not url.lower().startswith("https://"):
        raise Refused("scheme")
    if "#" in url:
        raise Refused("fragment")
    try:
        parts = urlsplit(url)
    except ValueError:
        raise Refused("host") from None
    # By hand: libraries disagree about what comes before an @ and after a colon.
    place = parts.netloc
    if "@" in place:
        raise Refused("userinfo")
    if place.startswith("["):
        raise Refused("literal")
    name, colon, port = place.partition(":")
    host = _dns_name(name)
    if colon and port != str(PORT):
        raise Refused("port")
    rest = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if not VISIBLE.match(rest):
        raise Refused("characters")
    return Target(url=f"https://{host}{rest}", host=host)


def _dns_name(name: str) -> str:
    """As DNS spells it: lower case, without the last dot, other scripts encoded."""
    try:
        host = idna.encode(name.removesuffix("."), uts46=True).decode()
    except (idna.IDNAError, UnicodeError):
        # Underscores are no part of international names, yet DNS has them.
        host = name.removesuffix(".").lower()
    labels = host.split(".")
    if NUMBER.match(labels[-1]):
        raise Refused("literal")
    if len(host) > 253 or not all(LABEL.match(label) for label in labels):
        raise Refused("host")
    if len(labels) < 2 or any(host == name or host.endswith(f".{name}") for name in LOCAL_NAMES):
        raise Refused("private")
    return host


def callable_address(text: str) -> bool:
    """May the site connect to this IP address? Tests replace this to reach their own servers."""
    try:
        address: Address = ipaddress.ip_address(text)
    except ValueError:  # with a zone (fe80::1%eth0), or nothing at all
        return False
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    if isinstance(address, ipaddress.IPv4Address):
        return not any(address in network for network in REFUSED_V4)
    return address in UNICAST_V6 and not any(address in network for network in REFUSED_V6)


def resolve(host: str) -> list[str]:
    """Every address of a name, asked once; empty if there is none or the answer takes too long.

    In a thread of its own: the system's resolver knows no time limit, and whoever owns the name
    decides how slowly it answers.
    """
    found: list[str] = []

    def ask() -> None:
        try:
            rows = socket.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            return
        found.extend(dict.fromkeys(str(row[4][0]) for row in rows))

    asker = threading.Thread(target=ask, daemon=True)
    asker.start()
    asker.join(RESOLVE_SECONDS)
    return [] if asker.is_alive() else found
