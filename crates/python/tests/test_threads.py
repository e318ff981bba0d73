"""Threads: Python's lock, forks, interruptions."""

import multiprocessing
import signal
import threading
import time

import bloomlab
import numpy as np
import pytest

ITEMS = np.arange(1, 60_001)


def test_python_runs_meanwhile():
    ticks, stop = [], threading.Event()

    def tick():
        while not stop.wait(0.001):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick)
    thread.start()
    before = time.monotonic()
    bloomlab.rate(2 * ITEMS[:10_000], ITEMS[:10_000], 30)
    after = time.monotonic()
    stop.set()
    thread.join()
    # a call that held the lock would let none through but at its ends
    assert sum(before < tick < after for tick in ticks) > 10


def test_the_order_does_not_depend_on_threads():
    rates = bloomlab.rate(1000, ITEMS[:5000], 5)
    assert (np.diff(rates) >= 0).all() and rates[-1] > rates[0]


def _in_a_fork(queue):
    queue.put(bloomlab.rate(1000, ITEMS[:100], 5).tolist())


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own():
    rates = bloomlab.rate(1000, ITEMS[:100], 5).tolist()
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=_in_a_fork, args=(queue,), daemon=True)
    child.start()
    assert queue.get(timeout=30) == rates
    child.join()


class Interrupted(Exception):
    pass


HAS_TIMERS = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers of signals")


def left_after(question, seconds):
    """How long a question takes that is interrupted after these seconds."""

    def interrupt(*_):
        raise Interrupted

    previous = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    start = time.monotonic()
    try:
        with pytest.raises(Interrupted):
            question()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
    return time.monotonic() - start


@HAS_TIMERS
def test_many_questions_are_left_at_once():
    # without the interruption they would take minutes
    items = np.broadcast_to(np.arange(10_000, 20_000)[:, None], (10_000, 100))
    assert left_after(lambda: bloomlab.rate(200_000, items, 20), 0.2) < 2


@HAS_TIMERS
def test_a_single_question_is_left_within_its_sum():
    start = time.monotonic()
    bloomlab.occupancy(28_000, 10**6, 100)
    whole = time.monotonic() - start
    # a call looks for signals every 50 ms; the sum took 190 ms on the fastest machine that was tried
    assert left_after(lambda: bloomlab.occupancy(28_000, 10**6, 100), 0.01) < 0.8 * whole


def test_the_number_of_threads_can_be_limited(monkeypatch):
    rates = bloomlab.rate(1000, ITEMS[:5000], 5)
    monkeypatch.setenv("BLOOMLAB_NUM_THREADS", "1")
    assert (bloomlab.rate(1000, ITEMS[:5000], 5) == rates).all()
    monkeypatch.setenv("BLOOMLAB_NUM_THREADS", "none")
    with pytest.raises(ValueError, match="BLOOMLAB_NUM_THREADS = none is out of domain: needs a whole number from 1 on"):
        bloomlab.rate(1000, ITEMS[:5000], 5)


def test_the_first_refusal_is_reported():
    items = ITEMS.copy()
    items[[40_000, 20_000, 59_999]] = 2**62
    with pytest.raises(ValueError, match=r"at index \[20000\]"):
        bloomlab.rate(10**7, items, 5)
