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


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers of signals")
def test_a_long_call_can_be_interrupted():
    class Interrupted(Exception):
        pass

    answered = []

    def interrupt(*_):
        raise Interrupted

    # ten minutes of work, were it not interrupted
    items = np.broadcast_to(np.arange(10_000, 20_000)[:, None], (10_000, 1000))
    previous = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(Interrupted):
            answered.append(bloomlab.rate(200_000, items, 20))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
    assert not answered
