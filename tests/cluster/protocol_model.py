"""A model of the protocol by which workers of a plan share a task in a bucket: protocol_model.py

The model explores every interleaving of the requests of two workers. Each worker may stop at any time for any time,
each write may be delivered twice, a third worker may run the whole task at any time, and the plan may be retried once,
after which the task has other bytes. `bucket_plan_test.py` checks that real workers send the requests of the model.

The task writes one final object (a shard, or the manifest of the task `publish`) and its result. src/cluster/README.md
describes the protocol; src/cluster/bucket_store.cpp, bucket_lease.cpp and task_record.cpp implement it.
"""
import os
import sys
import unittest
from collections import namedtuple

# Each rule that the test switches off must break a guarantee, which shows that the model is
# meaningful.
Rules = namedtuple("Rules", "rounds checks_round conditions checks_lease", defaults=(True,) * 4)

# lease: None, "free" or the worker that holds it. final: None or the bytes, 1 before and 2 after the retry. result:
# None or (bytes, round). need: the bytes of the needed task; 0 while it must run again. late: writes that will be
# delivered again.
State = namedtuple("State", "lease final result need round retried late workers")
Worker = namedtuple("Worker", "at lease bytes round seen")
start = Worker("begin", None, 0, 0, None)


def write(state, rules, key, value, condition):
    """Delivers a write. Returns the new state, and whether the write succeeded. A condition is ("absent",) or ("is", value)."""
    there = getattr(state, key)
    holds = there is None if condition[0] == "absent" else there == condition[1]
    if holds or not rules.conditions:
        return state._replace(**{key: value}), True
    # A client that sees its own bytes has succeeded: the response to an earlier delivery was lost.
    return state, there == value


class Model:
    """The task of a final shard; with `publishes`, the task that writes the manifest and then removes all leases."""

    def __init__(self, rules, publishes=False, most_late=1):
        self.rules, self.publishes, self.most_late = rules, publishes, most_late

    def is_valid(self, state, result):
        return result is not None and (not self.rules.rounds or result[1] >= state.round)

    def sends(self, state, key, value, condition):
        """Delivers a write once, or once now and once at a later time."""
        after, done = write(state, self.rules, key, value, condition)
        yield after, done
        if len(state.late) < self.most_late:
            yield after._replace(late=after.late + ((key, value, condition),)), done

    def steps(self, state, number):
        """Returns the states after the next request of a worker. A read or write of an object is one request."""
        worker = state.workers[number]

        def moved(to, at, **changes):
            workers = list(to.workers)
            workers[number] = worker._replace(at=at, **changes)
            return to._replace(workers=tuple(workers))

        def written(key, value, condition, done, failed):
            for after, succeeded in self.sends(state, key, value, condition):
                yield moved(after, done if succeeded else failed)

        if worker.at == "begin":
            yield moved(state, "end" if self.is_valid(state, state.result) else "look at lease")
        elif worker.at == "look at lease":
            # A lease counts as abandoned at any time, because its holder may stop for any time.
            yield moved(state, "take lease", lease=state.lease)
        elif worker.at == "take lease":
            condition = ("absent",) if worker.lease is None else ("is", worker.lease)
            yield from written("lease", number, condition, "look again", "end")
        elif worker.at == "look again":
            yield moved(state, "release" if self.is_valid(state, state.result) else "read round")
        elif worker.at == "read round":
            yield moved(state, "read need", round=state.round)
        elif worker.at == "read need":
            yield moved(state, "create final" if state.need else "release", bytes=state.need)
        elif worker.at == "create final":
            yield from written("final", worker.bytes, ("absent",), "create result", "look at final")
        elif worker.at == "look at final":
            if state.final == worker.bytes and not self.publishes:
                yield moved(state, "create result")
            else:
                yield moved(state, "check round for final", seen=state.final)
        elif worker.at == "check round for final":
            is_retried = self.rules.checks_round and state.round > worker.round
            yield moved(state, "release" if is_retried else "check lease for final")
        elif worker.at == "check lease for final":
            is_held = state.lease == number
            yield moved(state, "replace final" if is_held or not self.rules.checks_lease else "release")
        elif worker.at == "replace final":
            yield from written("final", worker.bytes, ("is", worker.seen), "create result", "release")
        elif worker.at == "create result":
            yield from written("result", (worker.bytes, worker.round), ("absent",), "finish", "look at result")
        elif worker.at == "look at result":
            if self.is_valid(state, state.result):
                yield moved(state, "finish")
            else:
                yield moved(state, "check round for result", seen=state.result)
        elif worker.at == "check round for result":
            is_retried = self.rules.checks_round and state.round > worker.round
            yield moved(state, "release" if is_retried else "check lease for result")
        elif worker.at == "check lease for result":
            is_held = state.lease == number
            yield moved(state, "replace result" if is_held or not self.rules.checks_lease else "release")
        elif worker.at == "replace result":
            yield from written("result", (worker.bytes, worker.round), ("is", worker.seen), "finish", "release")
        elif worker.at == "finish":
            # Nothing is left to retry, so the task `publish` removes all leases.
            is_over = self.publishes and worker.bytes == 2
            yield moved(state._replace(lease=None) if is_over else state, "release")
        elif worker.at == "release":
            yield from written("lease", "free", ("is", number), "end", "end")

    def run_alone(self, state, number):
        """The state after another worker has run the whole task, while the others stand still."""
        state = state._replace(workers=state.workers[:number] + (start,))
        while state.workers[number].at != "end":
            state = next(self.steps(state, number))
        return state._replace(workers=state.workers[:number])

    def next_states(self, state):
        for number in range(len(state.workers)):
            for after in self.steps(state, number):
                yield after
        for at, (key, value, condition) in enumerate(state.late):
            after, _ = write(state, self.rules, key, value, condition)
            yield after._replace(late=state.late[:at] + state.late[at + 1:])
        yield self.run_alone(state, len(state.workers))
        if not state.retried:
            # Without rounds, a retry removes the result if there is one.
            forgotten = state.result if self.rules.rounds else None
            yield state._replace(retried=True, round=1, need=0, result=forgotten)
        if state.retried and not state.need:
            yield state._replace(need=2)

    def find_fault(self):
        """Returns the number of states, and a description of a state that violates a guarantee, or None."""
        first = State(None, None, None, 1, 0, False, (), (start, start))
        known, open_states = {first}, [first]
        while open_states:
            state = open_states.pop()
            fault = self.fault_of(state)
            if fault:
                return len(known), fault + ": " + str(state)
            for after in self.next_states(state):
                if after not in known:
                    known.add(after)
                    open_states.append(after)
        return len(known), None

    def fault_of(self, state):
        if self.is_valid(state, state.result):
            if state.result[0] != state.final:
                return "the final object is not that of the result"
            if state.need == 2 and state.result[0] != 2:
                return "the result lacks the inputs that were read again"
        if state.need and all(worker.at == "end" for worker in state.workers):
            after = self.run_alone(state, len(state.workers))
            if not self.is_valid(after, after.result) or after.final != after.need:
                return "the task cannot be finished"
        return None


class Protocol(unittest.TestCase):
    def test_no_interleaving_breaks_a_promise(self):
        for publishes in (False, True):
            states, fault = Model(Rules(), publishes).find_fault()
            self.assertIsNone(fault)
            self.assertGreater(states, 10000)
            print("%d states" % states)

    def test_each_rule_is_necessary(self):
        for rule in ("rounds", "checks_round", "conditions"):
            for publishes in (False, True):
                self.assertIsNotNone(Model(Rules()._replace(**{rule: False}), publishes).find_fault()[1], rule)

    @unittest.skipUnless("URLSIEVE_THOROUGH" in os.environ, "takes as long as the other tests together")
    def test_leases_only_save_work(self):
        self.assertIsNone(Model(Rules(checks_lease=False)).find_fault()[1])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
