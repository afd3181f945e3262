"""The palette of pictures in mails, the most important first. Made by `tools.palette`."""

from __future__ import annotations

from typing import Final

COLOURS: Final = """
fffdf6 eaf3f4 d9d4c4 d5e6ee f3e3bd ffffff cfe2ee e3eff6 dcb35c fff8e3 cfe3e9 1d4258 f0e2bb 12283b
b07f24 123f7a c99a62 6f4c0c dccfa9 c3ced3 f3dfae ebe6d6 40566a 7a5428 2d6fc0 856931 3d479d 8a5b33
c39e58 e3f0ff 5d3a1a be9c57 b18e47 2e2006 a42f33 c6a151 d69400 bf441a 217fb5 2f3a44 7d35dd 1d7f6d
b3740a e9c465 1b6a48 39290b 2763ae 9b7c3b d3c4a2 c4c8c7 c49f59 203547 a0a9ae 9b7e5b 8b6e34 7d7a68
f5e2c0 95a4af 4d5d6a cfdfe5 c1af90 bc974d 775517 e0e1d4 f7f5ee 848270 5b8fcf bf9c58 c9b58b aabcc7
d1aa57 ebddc1 20579d a68541 59441c 416897 889299 eaeae6 cbd0d4 907237 c89a62 6a7d8c bb8e58 88afdf
3e4f5d c7a570 607484 5a8fcf
"""
