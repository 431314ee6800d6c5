"""Stands in for engines: adapters_test.py ENGINE OUT WORKERS [incomplete]. Checks the document of the adapter, and runs its
commands as the engine does. `incomplete`: the plan lacks inputs, and the adapter must report a failure."""

import concurrent.futures
import json
import os
import re
import runpy
import subprocess
import sys
import types

ENGINES = os.environ["URLSIEVE_ENGINES"]


def check(value, shape, place="document"):
    """Checks that a value has exactly the members of `shape`: a dict (a name with "?" is optional), a list of one shape, a
    set of values, a pattern of a whole string, or a type."""
    if isinstance(shape, dict):
        assert isinstance(value, dict), f"{place} is no object"
        known = {name.rstrip("?"): inner for name, inner in shape.items()}
        assert not value.keys() - known.keys(), f"{place}: unknown {value.keys() - known.keys()}"
        missing = {name for name in shape if not name.endswith("?")} - value.keys()
        assert not missing, f"{place}: missing {missing}"
        for name, inner in value.items():
            check(inner, known[name], f"{place}.{name}")
    elif isinstance(shape, list):
        assert isinstance(value, list) and value, f"{place} is no list with elements"
        for number, inner in enumerate(value):
            check(inner, shape[0], f"{place}[{number}]")
    elif isinstance(shape, set):
        assert value in shape, f"{place}: {value!r} is none of {shape}"
    elif isinstance(shape, str):
        assert isinstance(value, str) and re.fullmatch(shape, value), f"{place}: {value!r} is not {shape}"
    else:
        assert type(value) is shape, f"{place}: {value!r} is no {shape.__name__}"


QUANTITY = r"[0-9]+(\.[0-9]+)?(m|k|Ki|M|Mi|G|Gi|T|Ti)?"
LABEL = r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?"

# batch/v1 Job, of Kubernetes 1.29 and later: the members that the adapter uses.
JOB = {
    "apiVersion": {"batch/v1"},
    "kind": {"Job"},
    "metadata": {"name": LABEL},
    "spec": {
        "completionMode": {"Indexed"},
        "completions": int,
        "parallelism": int,
        "backoffLimitPerIndex": int,
        "podFailurePolicy": {
            "rules": [
                {
                    "action": {"FailIndex", "Ignore", "Count", "FailJob"},
                    "onExitCodes?": {"containerName": LABEL, "operator": {"In", "NotIn"}, "values": [int]},
                    "onPodConditions?": [{"type": str, "status": {"True", "False", "Unknown"}}],
                }
            ]
        },
        "template": {
            "spec": {
                "restartPolicy": {"Never"},  # a pod failure policy allows no other
                "containers": [
                    {
                        "name": LABEL,
                        "image": str,
                        "args": [str],
                        "envFrom": [{"secretRef": {"name": LABEL}}],
                        "resources": {
                            "requests": {"cpu": QUANTITY, "memory": QUANTITY, "ephemeral-storage": QUANTITY},
                            "limits": {"memory": QUANTITY},
                        },
                        "volumeMounts": [{"name": LABEL, "mountPath": "/.*"}],
                    }
                ],
                "securityContext": {"fsGroup": int},
                "volumes": [{"name": LABEL, "emptyDir": dict}],
            }
        },
    },
}

NAME = "[A-Za-z0-9_-]{1,128}"

# The requests RegisterJobDefinition and SubmitJob of AWS Batch.
JOB_DEFINITION = {
    "jobDefinitionName": NAME,
    "type": {"container"},
    "platformCapabilities": [{"EC2", "FARGATE"}],
    "retryStrategy": {
        "attempts": int,
        "evaluateOnExit": [{"onExitCode?": r"[0-9]*\*?", "onReason?": str, "onStatusReason?": str, "action": {"RETRY", "EXIT"}}],
    },
    "parameters": {"out": str},
    "containerProperties": {
        "image": str,
        "command": [str],
        "user": str,
        "resourceRequirements": [{"type": {"VCPU", "MEMORY", "GPU"}, "value": "[0-9]+"}],
        "environment": [{"name": str, "value": str}],
        "secrets": [{"name": str, "valueFrom": "arn:aws:secretsmanager:.*"}],
        "executionRoleArn": "arn:aws:iam::.*:role/.*",
        "volumes": [{"name": str, "host": {"sourcePath": "/.*"}}],
        "mountPoints": [{"sourceVolume": str, "containerPath": "/.*", "readOnly": bool}],
    },
}
ARRAY_JOB = {"jobName": NAME, "jobQueue": str, "jobDefinition": NAME, "arrayProperties": {"size": int}, "parameters": {"out": str}}


def read(*names):
    with open(os.path.join(ENGINES, *names), encoding="utf-8") as file:
        return file.read()


def run_workers(command, count, environment=None):
    """Runs `count` processes of the command at the same time, and returns their exit codes."""
    environments = [{**os.environ, **(environment or {}), "JOB_COMPLETION_INDEX": str(i)} for i in range(count)]
    started = [subprocess.Popen(command, env=each, shell=isinstance(command, str)) for each in environments]
    return [process.wait() for process in started]


def container_command(args, mount, scratch, bucket, out):
    """The command of a container, with the folder of the test for its volume, and the plan of the test for the bucket."""
    assert args[-1] == bucket and mount in args, args
    return ["urlsieve", *[scratch if word == mount else word for word in args[:-1]], out]


def kubernetes(out, workers, incomplete):
    try:
        import yaml
    except ImportError:
        print("skipped: python3-yaml is not installed")
        sys.exit(77)
    job = yaml.safe_load(read("kubernetes", "urlsieve_job.yaml"))
    check(job, JOB)
    spec, pod = job["spec"], job["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    assert spec["completions"] == spec["parallelism"] and spec["completions"] <= 100000
    for rule in spec["podFailurePolicy"]["rules"]:
        assert len(rule) == 2, rule  # either exit codes or conditions
        codes = rule.get("onExitCodes", {})
        assert codes.get("containerName", container["name"]) == container["name"]
        assert rule["action"] != "FailIndex" or codes["values"] == [1, 2]
    assert {mount["name"] for mount in container["volumeMounts"]} == {volume["name"] for volume in pod["volumes"]}
    mount = container["volumeMounts"][0]["mountPath"]
    os.makedirs("scratch", exist_ok=True)
    command = container_command(container["args"], mount, os.path.abspath("scratch"), "s3://BUCKET/PREFIX", out)
    assert run_workers(command, workers) == [0] * workers


def aws_batch(out, workers, incomplete):
    definition, job = json.loads(read("aws-batch", "job_definition.json")), json.loads(read("aws-batch", "array_job.json"))
    check(definition, JOB_DEFINITION)
    check(job, ARRAY_JOB)
    properties = definition["containerProperties"]
    assert job["jobDefinition"] == definition["jobDefinitionName"]
    assert 2 <= job["arrayProperties"]["size"] <= 10000 and 1 <= definition["retryStrategy"]["attempts"] <= 10
    exits = definition["retryStrategy"]["evaluateOnExit"]
    assert len(exits) <= 5 and exits[-1] == {"onReason": "*", "action": "RETRY"}
    assert [(rule["onExitCode"], rule["action"]) for rule in exits[:-1]] == [("1", "EXIT"), ("2", "EXIT")]
    assert {"VCPU", "MEMORY"} == {need["type"] for need in properties["resourceRequirements"]}
    assert {mount["sourceVolume"] for mount in properties["mountPoints"]} == {volume["name"] for volume in properties["volumes"]}
    words = [job["parameters"][word[5:]] if word.startswith("Ref::") else word for word in properties["command"]]
    os.makedirs("scratch", exist_ok=True)
    mount = properties["mountPoints"][0]["containerPath"]
    command = container_command(words, mount, os.path.abspath("scratch"), job["parameters"]["out"], out)
    assert run_workers(command, workers) == [0] * workers


def nextflow(out, workers, incomplete):
    text = read("nextflow", "main.nf")
    for opening, closing in ("{}", "()", "[]"):
        assert text.count(opening) == text.count(closing)
    (script,) = re.findall(r'script:\s+"""(.*?)"""', text, re.S)
    script = script.replace("${params.urlsieve}", "urlsieve").replace("${params.out}", out)
    assert "$" not in script, script
    codes = run_workers(["bash", "-ue", "-c", script], workers)
    assert codes == [1 if incomplete else 0] * workers, codes
    final = eval(re.search(r"task\.exitStatus in (\[[0-9, ]+\]) \? 'terminate' : 'retry'", text)[1])
    assert set(codes) <= {0, *final}


class Operator:
    """Airflow's BashOperator: `>>` orders operators, and the commands run when the module has been read."""

    all = []

    def __init__(self, task_id, bash_command, env, append_env, retries=0, retry_delay=None, trigger_rule="all_success"):
        assert re.fullmatch(r"[\w.-]+", task_id) and append_env and trigger_rule in ("all_success", "all_done")
        self.id, self.command, self.env, self.before, self.rule = task_id, bash_command, env, [], trigger_rule
        Operator.all.append(self)

    def __rshift__(self, other):
        other.before.append(self)
        return other


def airflow(out, workers, incomplete):
    class DAG:
        def __init__(self, dag_id, start_date, schedule, catchup, max_active_runs):
            assert dag_id == "urlsieve" and schedule is None and not catchup and max_active_runs == 1

        def __enter__(self):
            return self

        def __exit__(self, *failure):
            return None

    class Variable:
        @staticmethod
        def get(name, default_var):
            return {"urlsieve_out": out, "urlsieve_workers": str(workers)}[name]

    for name, members in {
        "airflow": {"DAG": DAG},
        "airflow.models": {"Variable": Variable},
        "airflow.operators": {},
        "airflow.operators.bash": {"BashOperator": Operator},
    }.items():
        sys.modules[name] = types.ModuleType(name)
        vars(sys.modules[name]).update(members)
    runpy.run_path(os.path.join(ENGINES, "airflow", "urlsieve_dag.py"))
    first = [task for task in Operator.all if not task.before]
    (last,) = [task for task in Operator.all if task.before]
    assert len(first) == workers and set(last.before) == set(first) and last.rule == "all_done"
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        codes = list(pool.map(lambda task: run_workers(["bash", "-c", task.command], 1, task.env)[0], first))
    assert codes == [0] * workers, codes
    assert run_workers(["bash", "-c", last.command], 1, last.env) == [1 if incomplete else 0]


def ray(out, workers, incomplete):
    with open("failing", "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\nexit 3\n")
    os.chmod("failing", 0o755)
    failing = [os.path.abspath("failing")]

    def remote(num_cpus, max_retries, retry_exceptions):
        assert num_cpus == 2 and max_retries > 0 and retry_exceptions

        class Remote:
            def __init__(self, function):
                self.function = function

            def remote(self, program, *arguments):
                return pool.submit(self.attempt, program, arguments)

            def attempt(self, program, arguments):
                for _ in range(1 + max_retries):
                    try:
                        # The first worker dies once.
                        return self.function(failing.pop() if failing else program, *arguments)
                    except RuntimeError:
                        pass
                raise RuntimeError("no attempt succeeded")

        return Remote

    pool = concurrent.futures.ThreadPoolExecutor(workers)
    stand_in = types.ModuleType("ray")
    vars(stand_in).update(init=lambda: None, remote=remote, get=lambda futures: [future.result() for future in futures])
    sys.modules["ray"] = stand_in
    module = runpy.run_path(os.path.join(ENGINES, "ray", "urlsieve_ray.py"))
    sys.argv = ["urlsieve_ray.py", out, "--workers", str(workers), "--cpus", "2"]
    code = module["main"]()
    assert code == (1 if incomplete else 0), code


def hadoop(folder, reducers, incomplete):
    """A stand-in for the program hadoop maps the halves of each input, partitions rows by their key, and sorts them."""
    with open("bin/hadoop", "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\nexec {sys.executable} {os.path.abspath(__file__)} streaming '' 0 -- \"$@\"\n")
    os.chmod("bin/hadoop", 0o755)
    driver = os.path.join(ENGINES, "hadoop", "urlsieve_streaming.sh")
    subprocess.run(["bash", driver, f"{folder}/in", f"{folder}/parts", str(reducers), "--fold-www"], check=True,
                   env={**os.environ, "STREAMING_JAR": "streaming.jar"})
    found = [row for part in sorted(os.listdir("parts")) for row in open(f"parts/{part}", encoding="utf-8")]
    parts = [[row.split("\t")[0] for row in open(f"parts/{part}", encoding="utf-8")] for part in os.listdir("parts")]
    assert len(parts) == reducers and all(part == sorted(set(part)) for part in parts)
    run = ["urlsieve", "extract", "-q", "--fold-www", "--fields", "url,count", "-o", "rows", "--shards", "1", f"{folder}/in"]
    subprocess.run(run, check=True)
    expected = open("rows/part-00000-of-00001.tsv", encoding="utf-8").readlines()
    assert sorted(found) == sorted(expected), (len(found), len(expected))
    print(f"hadoop: the {len(expected)} URLs and counts of a single run")


def streaming(words):
    options = dict(zip(words, words[1:]))
    assert words[:2] == ["jar", "streaming.jar"]
    reducers = int(options["-D"].removeprefix("mapreduce.job.reduces="))
    environment = {**os.environ, "PATH": f"{os.path.dirname(options['-files'])}:{os.environ['PATH']}"}
    rows = []
    for name in sorted(os.listdir(options["-input"])):
        lines = open(os.path.join(options["-input"], name), "rb").readlines()
        for half in (lines[: len(lines) // 2], lines[len(lines) // 2 :]):
            mapped = subprocess.run(options["-mapper"].split(), input=b"".join(half), stdout=subprocess.PIPE, check=True, env=environment)
            rows += mapped.stdout.splitlines(keepends=True)
    os.makedirs(options["-output"])
    for reducer in range(reducers):
        own = sorted((row for row in rows if sum(row.split(b"\t")[0]) % reducers == reducer), key=lambda row: row.split(b"\t")[0])
        reduced = subprocess.run([options["-reducer"]], input=b"".join(own), stdout=subprocess.PIPE, check=True, env=environment)
        with open(f"{options['-output']}/part-{reducer:05}", "wb") as part:
            part.write(reduced.stdout)


def main(engine, out, workers, *rest):
    if engine == "streaming":
        return streaming(list(rest[1:]))
    engines = {"kubernetes": kubernetes, "aws-batch": aws_batch, "nextflow": nextflow, "airflow": airflow, "ray": ray, "hadoop": hadoop}
    return engines[engine](out, int(workers), rest == ("incomplete",))


if __name__ == "__main__":
    main(*sys.argv[1:])
