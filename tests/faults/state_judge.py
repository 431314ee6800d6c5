"""Compares a state with a dictionary over random changes by the program and the library:
state_judge.py PROGRAM SEEN_SET_RUN UPDATES

UPDATES: the number of URLs of all updates together. Updates, purges and compactions are killed at random times; each must
leave the old or the new state. Readers read at the same time.
"""

import json
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

program, seen_set_run = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
updates = int(sys.argv[3])
scratch = tempfile.TemporaryDirectory()
root = pathlib.Path(scratch.name)
dice = random.Random(11)
hosts, paths = 60, 1500
kinds = {"update": 0, "seen_set": 0, "purge": 0, "killed": 0, "undone": 0}


def run(*arguments):
    return subprocess.run([*map(str, arguments)], capture_output=True, cwd=root, text=True)


def day(number):
    return f"2026-{1 + number // 28:02}-{1 + number % 28:02}"


def host_of(url):
    return url.split("/")[2]


def rows_in(directory):
    printed = run(program, "get", directory, "--prefix", "http://", "--output-format", "jsonl")
    assert printed.returncode in (0, 1) and (printed.returncode == 0 or not printed.stdout), printed.stderr
    rows = {}
    for line in printed.stdout.splitlines():
        row = json.loads(line)
        assert row["url"] not in rows, row
        rows[row["url"]] = (row["count"], row["first-date"], row["last-date"])
    return rows


def updated(rows, urls, date):
    changed = dict(rows)
    for url in urls:
        count, first, last = changed.get(url, (0, date, date))
        changed[url] = (count + 1, min(first, date), max(last, date))
    return changed


def some_urls():
    # Most updates are small. A host that repeats its URLs raises counts.
    count = dice.choice([1, 30, 200, 1000, 5000])
    few = dice.random() < 0.3
    return [f"http://h{dice.randrange(3 if few else hosts)}.example/{dice.randrange(40 if few else paths)}" for _ in range(count)]


def change(rows):
    """Returns a command that changes the state, the rows afterwards, the new URLs that it prints, and its kind."""
    date = day(dice.randrange(60))
    if rows and dice.random() < 0.12:
        choice = dice.randrange(3)
        if choice == 0:
            gone = {f"h{dice.randrange(hosts)}.example" for _ in range(3)}
            (root / "gone").write_text("\n".join(sorted(gone)) + "\n")
            return ["purge", "--hosts", "gone"], {url: row for url, row in rows.items() if host_of(url) not in gone}, None, "purge"
        if choice == 1:
            gone = set(dice.sample(sorted(rows), min(50, len(rows))))
            (root / "gone").write_text("\n".join(sorted(gone)) + "\n")
            return ["purge", "--urls-from", "gone"], {url: row for url, row in rows.items() if url not in gone}, None, "purge"
        return (["purge", "--not-seen-since", day(dice.randrange(8))], None, None, "purge")
    urls = some_urls()
    (root / "list").write_text("".join(url + "\n" for url in urls))
    after = updated(rows, urls, date)
    compact = dice.choice(["auto", "now", "never", "never", "never"])
    kind = dice.choice(["update", "seen_set"])
    return [kind, date, compact, len(urls)], after, sorted(set(after) - set(rows)), kind


def command_of(step_arguments):
    if step_arguments[0] == "purge":
        return [program, "purge", "state", *step_arguments[1:], "-q"]
    if step_arguments[0] == "update":
        return [program, "update", "state", "list", "--input-format", "urls", "--shards", "2", "--date", step_arguments[1], "--compact", step_arguments[2],
                "--fields", "url,count,first-date,last-date", "-q"]
    return [seen_set_run, "state", "list", step_arguments[1], step_arguments[2]]


def main():
    rows = {}
    done = 0
    step = 0
    while done < updates:
        step += 1
        step_arguments, after, new, kind = change(rows)
        if after is None:
            after = {url: row for url, row in rows.items() if row[2] >= step_arguments[2]}
        kinds[kind] += 1
        will_kill = step > 1 and dice.random() < 0.25
        worker = subprocess.Popen([*map(str, command_of(step_arguments))], cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if will_kill:
            time.sleep(dice.random() ** 2 * 0.12)
            worker.send_signal(signal.SIGKILL)
        reader = run(program, "get", "state", "http://h0.example/none") if step > 1 and dice.random() < 0.1 else None
        printed, stderr_text = worker.communicate()
        killed = worker.returncode == -signal.SIGKILL
        assert killed or worker.returncode == 0, (step, step_arguments, worker.returncode, stderr_text)
        assert reader is None or not reader.stdout, (step, reader.stdout)
        if not killed and new is not None:
            assert sorted(row.split("\t")[0] for row in printed.splitlines()) == new, (step, step_arguments)
        got = rows_in("state") if (root / "state/state.json").exists() else {}
        kinds["killed"] += killed
        kinds["undone"] += killed and got == rows != after
        assert got == after or (killed and got == rows), (step, step_arguments, len(got), len(after), len(rows))
        rows = got
        if kind != "purge":
            done += step_arguments[3]
        if step % 40 == 0:
            verified = run(program, "verify", "state")
            assert verified.returncode == 0, (step, verified.stdout)
    shutil.rmtree(root / "merged", ignore_errors=True)
    assert run(program, "merge", "state", "-o", "merged").returncode == 0
    assert rows_in("merged") == rows
    print(f"{done} URLs in {step} changes, {len(rows)} rows: {kinds}")


main()
