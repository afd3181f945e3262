"""Lines of templates that are too long to read are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import check
from tools.template_lines import LIMIT, TEMPLATES, main, too_long

LONG = "x" * (LIMIT + 1)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "templates/harbour").mkdir(parents=True)
    return tmp_path / "templates"


@pytest.mark.parametrize("kind", ["html", "svg", "txt"])
def test_a_line_one_too_long_is_named_with_its_length(
    root: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (root / f"harbour/quay.{kind}").write_text(f"<p>\n{LONG[1:]}\n{LONG}\n</p>\n")

    assert list(too_long(root)) == [f"templates/harbour/quay.{kind}:3: 201 characters"]
    assert main(root) == 1
    assert f"quay.{kind}:3" in capsys.readouterr().out


def test_the_longest_line_allowed_passes(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "quay.html").write_text(LONG[1:])

    assert main(root) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("tag", [f'{{% translate "{LONG}" %}}', f'{{{{ ship|default:"{LONG}" }}}}'])
def test_a_tag_that_cannot_be_broken_may_stand_alone(root: Path, tag: str) -> None:
    (root / "quay.html").write_text(f"    {tag}\n")

    assert list(too_long(root)) == []


@pytest.mark.parametrize("line", [
    f'<p>{{% translate "{LONG}" %}}</p>',
    f'{{% translate "{LONG}" %}}{{% endif %}}',
    f"{{% if ship %}}{LONG}{{% endif %}}",
    f"{{{{ ship }}}}{LONG}{{{{ ship }}}}",
])  # fmt: skip
def test_but_nothing_may_stand_beside_it(root: Path, line: str) -> None:
    (root / "quay.html").write_text(line)

    assert len(list(too_long(root))) == 1


def test_other_files_are_left_alone(root: Path) -> None:
    (root / "README.md").write_text(LONG)

    assert list(too_long(root)) == []


def test_it_looks_at_the_templates_of_the_site() -> None:
    assert (TEMPLATES / "base.html").is_file()


def test_make_check_runs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []
    monkeypatch.setattr(check, "run", lambda name, command, env=None: not commands.append(command))

    assert check.main() == 0

    assert [check.sys.executable, "-m", "tools.template_lines"] in commands
