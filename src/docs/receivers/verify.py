"""Checks an export of receipts by the published format alone (the page Receipts of the documentation).

    python3 verify.py FILE [--heads FILE] [--key KEY] [--json]

Ends with 1 where something does not hold, and with 2 for a file that it cannot read. It needs
nothing but Python 3.8.
"""

import argparse
import base64
import hashlib
import json
import re
import sys
from datetime import datetime, timezone

CROSSING_MS = 600_000
LONGEST = 65_536
KINDS = {
    "step", "again", "reply", "forced_reply", "test", "opt_out", "suppressed", "lifted", "bounced",
    "erased", "restored",
}
MOST = 8_640_000_000_000_000


class Unreadable(Exception):
    pass


# Ed25519 (RFC 8032), verification alone.
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def recover_x(y, sign):
    if y >= P:
        return None
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    if x2 == 0:
        return None if sign else 0
    x = pow(x2, (P + 3) // 8, P)
    if (x * x - x2) % P != 0:
        x = x * ROOT % P
    if (x * x - x2) % P != 0:
        return None
    return P - x if (x & 1) != sign else x


def add(a, b):
    x = (a[1] - a[0]) * (b[1] - b[0]) % P
    y = (a[1] + a[0]) * (b[1] + b[0]) % P
    t = 2 * a[3] * b[3] * D % P
    z = 2 * a[2] * b[2] % P
    e, f, g, h = y - x, z - t, z + t, y + x
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(n, point):
    total = (0, 1, 1, 0)
    while n > 0:
        if n & 1:
            total = add(total, point)
        point = add(point, point)
        n >>= 1
    return total


def same(a, b):
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


def point_of(data):
    y = int.from_bytes(data, "little")
    sign = y >> 255
    y &= (1 << 255) - 1
    x = recover_x(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE_X = recover_x(BASE_Y, 0)
BASE = (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def is_signed(key, signature, text):
    key, signature = decoded(key), decoded(signature)
    if len(key) != 32 or len(signature) != 64:
        return False
    a, r = point_of(key), point_of(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= L:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + text.encode()).digest(), "little") % L
    return same(times(s, BASE), add(r, times(h, a)))


# The lines of the format.
def text(pattern):
    compiled = re.compile(pattern)
    return lambda value: isinstance(value, str) and compiled.fullmatch(value) is not None


def number(value):
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


def or_null(check):
    return lambda value: value is None or check(value)


def exactly(wanted):
    return lambda value: type(value) is type(wanted) and value == wanted


DAY = text("[0-9]{4}-[0-9]{2}-[0-9]{2}")
HASH = text("[0-9a-f]{64}")
HASH_OR_NONE = text("(?:[0-9a-f]{64})?")
KEY = text("[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]")

HEADER = {
    "type": exactly("outrider-receipts"), "version": exactly(1), "workspace": number, "from": or_null(DAY),
    "to": or_null(DAY), "previous": HASH_OR_NONE, "began_at": or_null(number), "exported_at": number, "key": KEY,
}
ROW = {
    "type": exactly("row"), "day": DAY, "seq": number,
    "kind": lambda value: isinstance(value, str) and value in KINDS, "at": number, "cause": HASH,
    "person": HASH_OR_NONE, "domain": HASH_OR_NONE, "step": HASH_OR_NONE, "detail": text("[a-z0-9_]{0,40}"),
    "hash": HASH,
}
HEAD = {
    "type": exactly("head"), "day": DAY, "count": number, "last": HASH, "previous": HASH_OR_NONE, "at": number,
    "key": KEY, "signature": text("[A-Za-z0-9_-]{85}[AQgw]"),
}
END = {"type": exactly("end"), "rows": number, "heads": number}


def parse(line):
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def read(line, shape):
    value = parse(line)
    if value is None or list(value) != list(shape):
        return None
    if not all(check(value[name]) for name, check in shape.items()):
        return None
    return value if json.dumps(value, separators=(",", ":")) == line else None


def read_row(line):
    row = read(line, ROW)
    if row is not None and row["kind"] == "restored" and not re.fullmatch("[0-9]{1,15}", row["detail"]):
        return None
    return row


def read_outside(line):
    value = parse(line)
    if value is None:
        return None
    if value.get("event") != "receipts.head":
        head = read(line, HEAD)
        return head and {**head, "workspace": None}
    data = value.get("data")
    if not isinstance(data, dict):
        return None
    try:
        time = datetime.strptime(str(data.get("at")), "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=timezone.utc)
    except ValueError:
        return None
    since = time - datetime(1970, 1, 1, tzinfo=timezone.utc)
    at = since.days * 86_400_000 + since.seconds * 1000 + since.microseconds // 1000
    names = ("day", "count", "last", "previous", "key", "signature")
    head = {"type": "head", **{name: data.get(name) for name in names}, "at": at}
    if not all(check(head[name]) for name, check in HEAD.items()):
        return None
    return {**head, "workspace": str(value.get("workspace_id"))}


def sha256(value):
    return hashlib.sha256(value.encode()).hexdigest()


def row_text(workspace, row, previous):
    names = ("day", "seq", "kind", "at", "cause", "person", "domain", "step", "detail")
    return "\n".join(["outrider-receipt-1", str(workspace), *(str(row[name]) for name in names), previous])


def head_text(workspace, head):
    names = ("day", "count", "last", "previous", "at", "key")
    return "\n".join(["outrider-head-1", str(workspace), *(str(head[name]) for name in names)])


LIFTS = {
    "unsubscribed": ("unsubscribed", "opted_out"),
    "do_not_contact": ("do_not_contact", "opted_out"),
}


class People:
    def __init__(self):
        self.blocks = {}
        self.erased = set()

    def block(self, who, reason, since):
        own = self.blocks.setdefault(who, [])
        if not any(one[0] == reason and one[2] is None for one in own):
            own.append([reason, since, None])

    def take(self, row):
        who = row["person"] or row["domain"]
        if who == "":
            return "yes"
        kind = row["kind"]
        if kind == "opt_out":
            self.block(who, "opted_out", row["at"])
        elif kind == "suppressed":
            self.block(who, row["detail"], row["at"])
        elif kind == "lifted":
            for one in self.blocks.get(who, []):
                if one[2] is None and one[0] in LIFTS.get(row["detail"], (row["detail"],)):
                    one[2] = row["at"]
        elif kind == "erased":
            self.erased.add(who)
        elif kind in ("step", "again", "reply"):
            return self.judge(row)
        return "yes"

    def judge(self, row):
        at = row["at"]
        stops = [
            since
            for who in (row["person"], row["domain"])
            for reason, since, until in self.blocks.get(who, [])
            if (reason != "opted_out" or row["kind"] != "reply") and at > since and (until is None or at < until)
        ]
        if not stops:
            return "yes"
        return "no" if any(at > since + CROSSING_MS for since in stops) else "crossing"


class Verifier:
    def __init__(self, key=None, heads=()):
        self.expected = key
        self.outside = [read_outside(line) for line in heads]
        self.places = {}
        for head in self.outside:
            if head is not None:
                self.places.setdefault((head["day"], head["count"]), []).append(head)
        self.seen = set()
        self.faults = []
        self.counts = {}
        self.restored = []
        self.signed = []
        self.causes, self.steps = set(), set()
        self.people = People()
        self.header = None
        self.line = self.seq = 0
        self.day = self.previous = self.last_head = ""
        self.is_open = self.has_ended = False

    def fault(self, code, line=None):
        self.faults.append((self.line if line is None else line, code))

    def count(self, name):
        self.counts[name] = self.counts.get(name, 0) + 1

    def take(self, line):
        self.line += 1
        if self.header is None:
            self.header = read(line, HEADER)
            if self.header is None:
                raise Unreadable
            if self.expected is not None and self.header["key"] != self.expected:
                self.fault("key")
            self.previous = self.last_head = self.header["previous"]
            return
        if self.has_ended:
            self.fault("end")
            return
        row = read_row(line)
        if row is not None:
            self.take_row(row)
            return
        head = read(line, HEAD)
        if head is not None:
            self.take_head(head)
            return
        end = read(line, END)
        if end is None:
            self.fault("line")
            return
        self.has_ended = True
        if end["rows"] != self.counts.get("rows", 0) or end["heads"] != self.counts.get("heads", 0):
            self.fault("end")
        if self.is_open:
            self.fault("no_head")

    def take_row(self, row):
        self.count("rows")
        if not self.is_open or row["day"] != self.day:
            if self.is_open:
                self.fault("no_head")
            if row["day"] <= self.day:
                self.fault("day")
            self.day, self.seq, self.is_open = row["day"], 0, True
        if row["seq"] != self.seq + 1:
            self.fault("sequence")
        self.seq = row["seq"]
        if sha256(row_text(self.header["workspace"], row, self.previous)) != row["hash"]:
            self.fault("hash")
        self.previous = row["hash"]
        for head in self.places.get((row["day"], row["seq"]), []):
            if head["last"] == row["hash"]:
                self.seen.add(id(head))
        self.judge(row)

    def judge(self, row):
        if row["cause"] in self.causes:
            self.fault("cause")
        self.causes.add(row["cause"])
        if row["person"] != "" and row["person"] in self.people.erased:
            self.fault("erased")
        if row["kind"] == "step":
            if row["step"] in self.steps:
                self.fault("twice")
            self.steps.add(row["step"])
        if row["kind"] == "again" and self.header["previous"] == "" and row["step"] not in self.steps:
            self.fault("again")
        if row["kind"] == "restored":
            self.restored.append((row["at"], int(row["detail"])))
        allowed = self.people.take(row)
        if row["detail"] != "unclear" and allowed == "no":
            self.fault("after_opt_out")

    def take_head(self, head):
        self.count("heads")
        fits = (
            self.is_open and head["day"] == self.day and head["count"] == self.seq and head["last"] == self.previous
        )
        if not fits or head["previous"] != self.last_head:
            self.fault("head")
        if head["key"] != (self.expected or self.header["key"]):
            self.fault("key")
        self.signed.append((self.line, head))
        self.last_head = self.previous = sha256(head_text(self.header["workspace"], head))
        self.is_open = False
        self.day = head["day"]

    def holds(self, head):
        return is_signed(head["key"], head["signature"], head_text(self.header["workspace"], head))

    def end(self):
        if self.header is None:
            raise Unreadable
        if not self.has_ended:
            self.fault("end", 0)
        for line, head in self.signed:
            if not self.holds(head):
                self.fault("signature", line)
        for head in self.outside:
            self.take_outside(head)
        return sorted(self.faults)

    def take_outside(self, head):
        header = self.header
        if head is None:
            self.fault("outside", 0)
            return
        if head["workspace"] is not None and head["workspace"] != str(header["workspace"]):
            return
        if header["from"] is not None and head["day"] < header["from"]:
            return
        if header["to"] is not None and head["day"] > header["to"]:
            return
        if head["key"] != (self.expected or header["key"]) or not self.holds(head):
            self.fault("outside", 0)
        elif id(head) not in self.seen:
            known = any(to <= head["at"] <= at for at, to in self.restored)
            if not known:
                self.fault("cut", 0)


def lines_of(file):
    with open(file, encoding="latin-1", newline="\n") as opened:
        while True:
            line = opened.readline(LONGEST + 1)
            if line == "":
                return
            if len(line) > LONGEST:
                raise Unreadable
            yield line[:-1] if line.endswith("\n") else line


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--heads")
    parser.add_argument("--key")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    heads = [line for line in lines_of(given.heads) if line.strip() != ""] if given.heads else []
    verifier = Verifier(given.key, heads)
    for line in lines_of(given.file):
        verifier.take(line)
    faults = verifier.end()
    if given.json:
        print(json.dumps({"faults": [{"line": line, "code": code} for line, code in faults]}))
    else:
        for line, code in faults:
            print(f"line {line}: {code}")
        print("It holds." if not faults else f"{len(faults)} faults.")
    return 1 if faults else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Unreadable, OSError):
        print("This file is no export of receipts.", file=sys.stderr)
        sys.exit(2)
