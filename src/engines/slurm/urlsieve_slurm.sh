#!/usr/bin/env bash
# Gives the tasks of a plan to Slurm, an array of jobs a level: urlsieve_slurm.sh OUT [OPTION OF SBATCH ...]
#
#   urlsieve plan --files-from LIST --splits 200 -o OUT
#   urlsieve_slurm.sh OUT --partition short --mem 4G --wait
#
# Prints the number of the last job, which publishes the output. A level begins when the one before is over, however
# that went: what failed for good is left out. A job that is requeued goes on where its task is.
set -euo pipefail
out=$(realpath "$1")
shift
urlsieve=${URLSIEVE:-urlsieve}
wait=()
options=()
for option in "$@"; do
  if [ "$option" = --wait ]; then wait=(--wait); else options+=("$option"); fi
done

levels=$(sed -n 's/^{"id": "\([^"]*\)-[0-9]*".*/\1/p; s/^{"id": "\(publish\)".*/\1/p' "$out/plan.jsonl" | uniq)
last=
for level in $levels; do
  list=$out/tasks/$level.list
  sed -n "s/^{\"id\": \"\\($level[-0-9]*\\)\".*/\\1/p" "$out/plan.jsonl" >"$list"
  [ "$level" = publish ] || waits=()
  [ "$level" != publish ] || waits=("${wait[@]}")
  # Slurm's arrays have a largest number of jobs, so a job may have several tasks.
  jobs=$(wc -l <"$list")
  most=${URLSIEVE_ARRAY:-1000}
  [ "$jobs" -le "$most" ] || jobs=$most
  last=$(sbatch --parsable --requeue --job-name "urlsieve-$level" --output "$out/tasks/$level-%a.log" --open-mode append \
    --array "1-$jobs" ${last:+--dependency afterany:$last} "${waits[@]}" "${options[@]}" <<JOB
#!/usr/bin/env bash
sed -n "\${SLURM_ARRAY_TASK_ID}~${jobs}p" '$list' | while read -r task; do
  for attempt in 1 2 3 4 5 6; do
    code=0
    srun --ntasks 1 '$urlsieve' run-task -q '$out' "\$task" || code=\$?
    [ \$code = 3 ] || [ \$code = 4 ] || break
    sleep \$attempt
  done
done
JOB
  )
  last=${last%%;*}
done
echo "$last"
