#!/usr/bin/env bash
# slurm_test.sh PROGRAM DRIVER: Slurm runs a plan: a private controller and node with two
# partitions, and a job that is requeued. Exit code 77: skipped.
program=$(realpath "$1")
driver=$(realpath "$2")
source "$(dirname "${BASH_SOURCE[0]}")/planned_inputs.sh"
PATH=$PATH:/usr/sbin
skip_without slurmctld slurmd munged sbatch
[ "$(id -u)" = 0 ] || { echo "skipped: slurmd needs root"; exit 77; }

host=$(hostname -s)
port=$((20000 + $$ % 20000))
mkdir munge state spool
dd if=/dev/urandom of=munge/key bs=1 count=1024 2>/dev/null
chmod 711 "$work"
chmod 755 munge
chown munge munge munge/key
chmod 400 munge/key
setpriv --reuid munge --regid munge --clear-groups munged --foreground --key-file "$work/munge/key" --socket "$work/munge/socket" \
  --pid-file "$work/munge/pid" --log-file "$work/munge/log" --seed-file "$work/munge/seed" >munged.log 2>&1 &
processes+=($!)
cat >slurm.conf <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket,cred_expire=5
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_min_interval=50000,bf_interval=1
MpiDefault=none
ReturnToService=2
MaxArraySize=1001
SlurmdParameters=config_overrides
NodeName=$host NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=short Nodes=$host Default=YES MaxTime=10 State=UP
PartitionName=long Nodes=$host MaxTime=60 State=UP
CONF
# By default, slurmd does not start where it may not change control groups, as in a container or a chroot. The plugin of
# version 1 touches them only if another plugin asks for them; Slurm 23.11 and later can do without a plugin.
plugin=cgroup/v1
version=$(slurmctld -V)
[ "$(printf '%s\n' 23.11 "${version##* }" | sort -V | sed -n 1p)" != 23.11 ] || plugin=disabled
echo "CgroupPlugin=$plugin" >cgroup.conf
export SLURM_CONF=$work/slurm.conf
for _ in $(seq 100); do [ -S munge/socket ] && break; sleep 0.1; done
slurmctld -D -i >ctld.out 2>&1 &
processes+=($!)
slurmd -D -N "$host" >slurmd.out 2>&1 &
processes+=($!)
for _ in $(seq 300); do
  case $(sinfo -h -p short -o %T 2>/dev/null) in idle*) break ;; esac
  sleep 0.1
done
case $(sinfo -h -p short -o %T) in idle*) ;; *) sinfo -R; cat ctld.out slurmd.out slurmctld.log slurmd.log munged.log; exit 1 ;; esac

make_plan
export URLSIEVE=$work/slow
last=$(bash "$driver" out --partition short,long)
# After the first split, requeues a running job of another split.
for _ in $(seq 600); do ! compgen -G 'out/tasks/extract-*.result' >/dev/null || break; sleep 0.1; done
requeued=$(squeue -h -t running -n urlsieve-extract -o %A | sed -n 1p)
[ -z "$requeued" ] || scontrol requeue "$requeued"
for _ in $(seq 900); do [ -n "$(squeue -h -j "$last" 2>/dev/null)" ] || break; sleep 0.2; done
check_output || { squeue; cat out/tasks/*.log slurmctld.log slurmd.log; exit 1; }
echo "same as a single run, with a job requeued${requeued:+ ($requeued)}"
