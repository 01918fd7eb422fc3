"""Progress goes to standard error, and only where somebody is watching."""

import io
import sys

from experiments.cli.progress import Progress


class Watched(io.StringIO):
    def isatty(self):
        return True


def test_nobody_watching_nothing_said(capsys):
    with Progress("living", total=2) as bar:
        bar.advance("ada")
        bar.reach("tables", 1, 2, "x")
    assert capsys.readouterr() == ("", "")


def test_a_terminal_sees_the_phase_and_what_was_finished(monkeypatch, capsys):
    terminal = Watched()
    monkeypatch.setattr(sys, "stderr", terminal)
    with Progress("living", total=2) as bar:
        bar.advance("ada")
        bar.reach("tables", 1, 3, "scores")
    assert "tables" in terminal.getvalue()
    assert "1/3" in terminal.getvalue()
    assert capsys.readouterr().out == ""
