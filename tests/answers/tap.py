"""Counting and printing of tests. For tests/answers."""


class Tap:
    def __init__(self):
        self.number = self.bad = 0

    def check(self, ok, label, found=""):
        self.number += 1
        self.bad += not ok
        print(f"{'ok' if ok else 'not ok'} {self.number} - {label}")
        if not ok:
            print(f"# found {str(found)[:600]}")
