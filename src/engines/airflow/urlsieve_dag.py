"""A DAG that runs a plan: workers take tasks until the plan is published. Airflow's variables `urlsieve_out` (OUT) and
`urlsieve_workers` choose the plan and the number of workers."""

from datetime import datetime, timedelta

from airflow import DAG
from airflow.models import Variable
from airflow.operators.bash import BashOperator

OUT = Variable.get("urlsieve_out", default_var="/shared/OUT")
WORKERS = int(Variable.get("urlsieve_workers", default_var="4"))

with DAG("urlsieve", start_date=datetime(2026, 1, 1), schedule=None, catchup=False, max_active_runs=1) as dag:
    # Fails with the faults of the inputs if the plan is published without some of them (exit code 1).
    status = BashOperator(
        task_id="status",
        bash_command='urlsieve plan --status "$OUT"',
        env={"OUT": OUT},
        append_env=True,
        trigger_rule="all_done",
    )
    for number in range(WORKERS):
        worker = BashOperator(
            task_id=f"worker_{number}",
            # 1 is a matter of `status`; every other code is retried.
            bash_command='urlsieve run-task --quiet "$OUT" || [ $? = 1 ]',
            env={"OUT": OUT},
            append_env=True,
            retries=10,
            retry_delay=timedelta(seconds=30),
        )
        worker >> status
