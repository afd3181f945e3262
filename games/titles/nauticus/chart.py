"""What lies under and around the wheel and never changes: the sea chart, the rim, the rose."""

from __future__ import annotations

from typing import Final

CHART: Final = (
    '<rect class="w-water" x="-396" y="-396" width="792" height="792"/>'
    '<path class="w-shoal" d="M-396-396h250c-30 46-92 60-130 104s-40 96-120 130ZM396'
    ' 396H170c34-40 96-36 126-88s44-104 100-120Z"/>'
    '<path class="w-land" d="M-396-396h170c-20 34-74 44-96 82s-34 66-74 84ZM396'
    ' 396H250c26-26 66-26 88-62s26-60 58-72Z"/>'
    '<path class="w-contour" d="M-396-120c70-34 96-66 110-118M-120-396c-20 22-44 34-74'
    " 44M396 130c-40 14-66 44-80 90M130 396c22-18 50-24 84-28"
    'M396-250c-50-10-76-54-110-70s-66-26-76-76M-396 236c40 10 70 46 92 76s60 54 120 84"/>'
)
RIM: Final = (
    '<path class="w-rhumb" d="M0 0L429 360M0 0L360 429M0 0L-360 429M0 0L-429 360'
    'M0 0L-429 -360M0 0L-360 -429M0 0L360 -429M0 0L429 -360"/>'
    '<circle class="w-shadow" cy="6" r="388"/><circle class="w-rim" r="386"/>'
    '<circle class="w-rim-in" r="381"/><circle class="w-tick" r="379" pathLength="960"/>'
    '<circle class="w-hub" r="352"/>'
)
ROSE: Final = (
    '<path class="w-rose" d="M0 0L-5 -12L0 -50ZM0 0L5 -12L22.6 -22.6ZM0 0L12 -5L50 0ZM0'
    " 0L12 5L22.6 22.6ZM0 0L5 12L0 50ZM0 0L-5 12L-22.6 22.6ZM0 0L-12 5L-50 0ZM0 0L-12 -5"
    'L-22.6 -22.6Z"/>'
    '<path class="w-rose-2" d="M0 0L5 -12L0 -50ZM0 0L12 -5L22.6 -22.6ZM0 0L12 5L50 0ZM0'
    " 0L5 12L22.6 22.6ZM0 0L-5 12L0 50ZM0 0L-12 5L-22.6 22.6ZM0 0L-12 -5L-50 0ZM0 0L-5"
    ' -12L-22.6 -22.6Z"/>'
)
