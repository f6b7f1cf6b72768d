"""Memory, threads and Ctrl-C."""

import os
import signal
import subprocess
import sys
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import pinfold
from support import LIMIT, heeds_ctrl_c, resident

# The time of pairwise grows with the square of the points: minutes for so many.
LONG = "pinfold.generate('uniform', count=60_000).cluster('pairwise', max_positions=100_000)"


class RunningTests(unittest.TestCase):
    @unittest.skipUnless(os.path.exists("/proc/self/status"), "memory is read from /proc")
    def test_what_is_made_and_left_is_freed(self):
        lon, lat = np.linspace(-170, 170, 20), np.linspace(-60, 60, 20)
        names = [f"name {row}" for row in range(20)]

        def cycle():
            frame = pinfold.Points(lon, lat, ids=names, attributes={"name": names}).cluster("radius").frame("0,0,3")
            frame.columns, frame.labels
            frame.to_json()
            try:
                frame.map.frame("0,0")
            except pinfold.Error:
                pass

        # Not on the main thread, where every call has a thread of its own to be stopped: that takes time.
        with ThreadPoolExecutor(1) as pool:
            pool.submit(lambda: [cycle() for _ in range(2000)]).result()
            before = resident()
            pool.submit(lambda: [cycle() for _ in range(10_000)]).result()
        # A kilobyte that each cycle leaves would be ten megabytes.
        self.assertLess(resident() - before, 5 << 20)

    def test_many_threads_ask_one_map(self):
        map = pinfold.generate("cities", count=20_000, seed=2).cluster("radius")
        views = [f"{lon},{lat},{zoom}" for lon in (-90, 0, 90) for lat in (-30, 30) for zoom in (2, 4, 6)]
        wanted = [map.frame(view).digest for view in views]
        with ThreadPoolExecutor(8) as pool:
            got = list(pool.map(lambda view: map.frame(view).digest, views * 5))
        self.assertEqual(got, wanted * 5)

    def test_other_threads_run_meanwhile(self):
        points = pinfold.generate("uniform", count=6_000)
        worker = threading.Thread(target=points.cluster, args=("pairwise",))
        worker.start()
        steps = 0
        while worker.is_alive() and steps < 1000:
            steps += 1
        worker.join()
        # A call that kept the interpreter would let no step go before its end.
        self.assertEqual(steps, 1000)

    @unittest.skipIf(os.name == "nt", "signals of Unix")
    def test_control_c_stops_a_long_call(self):
        program = f"""
import pinfold
try:
    print("begun", flush=True)
    {LONG}
except KeyboardInterrupt:
    print("stopped", flush=True)
print(len(pinfold.generate("cities", count=10).cluster("grid").frame().labels))
"""
        process = subprocess.Popen(
            [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True,
            preexec_fn=heeds_ctrl_c)
        self.addCleanup(process.stdout.close)
        try:
            self.assertEqual(process.stdout.readline(), "begun\n")
            with self.assertRaises(subprocess.TimeoutExpired):
                process.wait(1)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.stdout.read(), "stopped\n10\n")
            self.assertEqual(process.wait(LIMIT), 0)
        finally:
            process.kill()
            process.wait()

    @unittest.skipIf(os.name == "nt", "signals of Unix")
    def test_control_c_at_any_moment_ends_what_runs_and_nothing_waits_for_ever(self):
        program = """
import os, random, signal, threading, time
import pinfold
points = pinfold.generate("cities", count=300, seed=1)
map = points.cluster("radius")

def press(times, after):
    for _ in range(times):
        time.sleep(after)
        os.kill(os.getpid(), signal.SIGINT)

random.seed(1)
lost = 0
for attempt in range(250):
    times = 1 + attempt % 4 // 3
    thread = threading.Thread(target=press, args=(times, random.random() * 0.002))
    try:
        try:
            thread.start()
            end = time.monotonic() + 60
            while time.monotonic() < end:
                map.frame(lon=2, lat=48, zoom=random.randrange(9)).counts
                if attempt % 5 == 0:
                    points.cluster("grid")
            lost += 1
        except KeyboardInterrupt:
            # The second comes at any moment from here on; two that come together are one.
            thread.join()
            time.sleep(0.001)
    except KeyboardInterrupt:
        pass
    thread.join()
print(lost, len(map.frame()) > 0)
"""
        process = subprocess.Popen(
            [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            preexec_fn=heeds_ctrl_c)
        try:
            self.assertEqual(process.communicate(timeout=LIMIT), ("0 True\n", ""))
        finally:
            process.kill()
            process.communicate()


if __name__ == "__main__":
    unittest.main()
