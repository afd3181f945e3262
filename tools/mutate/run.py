"""Hands the sample to the workers, one thread each, and collects what they find."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable

from tools.mutate import choose, equivalent, report
from tools.mutate.baseline import Baseline
from tools.mutate.equivalent import Equivalent
from tools.mutate.report import Report, Result
from tools.mutate.source import Mutant
from tools.mutate.verdict import KILLED, SURVIVED
from tools.mutate.worker import Verdict, Worker

Progress = Callable[[Result, int, int], None]


class Run:
    def __init__(
        self,
        sample: list[Mutant],
        baseline: Baseline,
        named: list[Equivalent],
        *,
        seed: int,
        until: float,
        progress: Progress,
    ) -> None:
        self.baseline = baseline
        self.named = named
        self.until = until
        self.progress = progress
        self.report = Report([], seed)
        self._waiting: queue.SimpleQueue[Mutant] = queue.SimpleQueue()
        self._count = len(sample)
        self._lock = threading.Lock()
        self._errors: list[BaseException] = []
        for mutant in sample:
            self._waiting.put(mutant)

    def go(self, workers: list[Worker]) -> Report:
        threads = [threading.Thread(target=self._work, args=(w,), daemon=True) for w in workers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if self._errors:
            raise self._errors[0]
        while not self._waiting.empty():
            self._note(self._waiting.get(), Verdict(report.NOT_RUN))
        if workers:
            self._check_kills(workers[0])
        return self.report

    def _work(self, worker: Worker) -> None:
        try:
            worker.prepare()
            while time.monotonic() < self.until and not self._errors:
                mutant = self._waiting.get_nowait()
                self._note(mutant, self.judge(worker, mutant))
        except queue.Empty:
            return
        except BaseException as error:
            self._errors.append(error)

    def judge(self, worker: Worker, mutant: Mutant) -> Verdict:
        verdict = Verdict(report.NO_COVERAGE)
        for tests in choose.rounds(mutant, self.baseline):
            expected = sum(self.baseline.seconds[test] for test in tests)
            before, verdict = verdict.seconds, worker.try_out(mutant, tests, expected)
            verdict = Verdict(verdict.verdict, verdict.test, verdict.why, before + verdict.seconds)
            if verdict.verdict != SURVIVED:
                break
        return verdict

    def _note(self, mutant: Mutant, verdict: Verdict) -> None:
        result = Result(mutant, verdict)
        with self._lock:
            if equivalent.is_named(mutant, self.named) and verdict.verdict != report.NOT_RUN:
                if verdict.verdict in report.KILLS:
                    self.report.excused_wrongly.append(result)
                else:
                    result.verdict = Verdict(report.EQUIVALENT, seconds=verdict.seconds)
            self.report.results.append(result)
            self.progress(result, len(self.report.results), self._count)

    def _check_kills(self, worker: Worker) -> None:
        """A test that fails without any fault has killed nothing."""
        kills = [r for r in self.report.results if r.verdict.verdict == KILLED]
        tests = sorted({result.verdict.test for result in kills})
        while tests:
            expected = sum(self.baseline.seconds.get(test, 1.0) for test in tests)
            verdict = worker.try_out(None, tests, expected)
            if verdict.verdict == SURVIVED:
                return
            bad = [verdict.test] if verdict.test in tests else tests
            for result in kills:
                if result.verdict.test in bad:
                    result.verdict = Verdict(report.FALSE_ALARM, result.verdict.test, verdict.why)
            tests = [test for test in tests if test not in bad]
