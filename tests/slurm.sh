#!/bin/sh
# make slurm-test: ladder/deploy/worker.slurm as it stands, run by a Slurm of its own on this machine (munged, slurmctld, slurmd in a
# scratch folder, on ports of their own) against a PostgreSQL of its own on loopback.  An array of workers plays; one task is
# cancelled and one killed with all its processes amid its work; in the end every pair is there once and the table is verified.
#   slurm.sh BUILD [PAIRS]
set -eu
build=$(cd "$1" && pwd)
pairs=${2:-12}
here=$(cd "$(dirname "$0")/.." && pwd)
pg=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -n 1)
for program in munged slurmctld slurmd sbatch; do
    command -v $program > /dev/null || { echo "slurm-test: there is no $program: make deps-slurm"; exit 3; }
done
[ "$pg" ] || { echo "slurm-test: there is no PostgreSQL server: make deps-test"; exit 3; }
[ "$(id -u)" = 0 ] || { echo "slurm-test: slurmd wants root"; exit 3; }
[ "$(ls /sys/fs/cgroup 2>/dev/null)" ] || { echo "slurm-test: slurmd asks for cgroups, and none are mounted at /sys/fs/cgroup here"; exit 3; }

work=$(mktemp -d /tmp/fiel-slurm-XXXXXX)
chmod 755 "$work"
started=""
stop() {
    [ -z "$job" ] || scancel --quiet "$job" 2>/dev/null || :
    for tries in $(seq 40); do # slurmd ends its tasks first
        [ "$job" ] && squeue --noheader 2>/dev/null | grep -q . || break
        sleep 0.5
    done
    for pid in $started; do kill "$pid" 2>/dev/null || :; done
    for words in /proc/[0-9]*/cmdline; do # what slurmd has lost sight of; the folder's name is ours alone
        pid=${words#/proc/}
        ! cat "$words" 2>/dev/null | tr '\0' ' ' | grep -q -- "--work $work/" || kill "${pid%/cmdline}" 2>/dev/null || :
    done
    wait 2>/dev/null || :
    rm -rf "$work"
}
job=""
trap stop EXIT
# until WORDS...: tries for a minute.
until_true() {
    tries=0
    until "$@" > /dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -lt 120 ] || { echo "slurm-test: never came: $*"; tail -n 20 "$work"/*.log; exit 1; }
        sleep 0.5
    done
}
port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

# --- PostgreSQL on loopback --------------------------------------------------------------------------
database=$(port)
mkdir "$work/pg"
chown postgres "$work/pg"
as="setpriv --reuid=postgres --regid=postgres --clear-groups"
$as "$pg/initdb" -D "$work/pg/data" -A trust -U fiel -E UTF8 --locale=C --no-sync > "$work/pg.log"
$as "$pg/postgres" -D "$work/pg/data" -c listen_addresses=127.0.0.1 -c port="$database" -c unix_socket_directories= \
    -c fsync=off >> "$work/pg.log" 2>&1 &
started="$started $!"
until_true "$pg/psql" -h 127.0.0.1 -p "$database" -U fiel -d postgres -c 'select 1'
sql() { "$pg/psql" -h 127.0.0.1 -p "$database" -U fiel -d postgres -Atc "$1"; }
FIEL_LADDER_STORE=postgresql://fiel@127.0.0.1:$database/postgres
FIEL_LADDER=$build/bin/fiel-ladder
export FIEL_LADDER_STORE FIEL_LADDER

# --- Slurm ------------------------------------------------------------------------------------------------
mkdir -m 700 "$work/state" "$work/spool"
mkdir -m 755 "$work/munge"
dd if=/dev/urandom of="$work/munge/key" bs=1024 count=1 2> /dev/null
chmod 400 "$work/munge/key"
munged --foreground --force --key-file="$work/munge/key" --socket="$work/munge/socket" --pid-file="$work/munge/pid" \
    --log-file="$work/munge.log" --seed-file="$work/munge/seed" > /dev/null 2>&1 &
started="$started $!"
until_true test -S "$work/munge/socket"
node=$(hostname -s)
cat > "$work/slurm.conf" << CONF
ClusterName=fiel
SlurmctldHost=$node(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
SlurmctldPort=$(port)
SlurmdPort=$(port)
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
ReturnToService=2
KillWait=5
MailProg=/bin/true
NodeName=$node NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$node Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:8
CONF
SLURM_CONF=$work/slurm.conf
export SLURM_CONF
slurmctld -D > "$work/slurmctld.out" 2>&1 &
started="$started $!"
slurmd -D > "$work/slurmd.out" 2>&1 &
started="$started $!"
idle() { sinfo --noheader --format=%T | grep -q idle; }
until_true idle

# --- a ladder, and its workers as an array --------------------------------------------------------------------
"$FIEL_LADDER" init > /dev/null
for bot in cauto random embustero; do
    "$FIEL_LADDER" enter "host/$bot" "$build/bots/$bot" --new --rules argentino,target=6 > /dev/null
done
"$FIEL_LADDER" serve --listen 127.0.0.1:0 > "$work/serve.log" 2>&1 &
started="$started $!"
served() { grep -q '^http://' "$work/serve.log"; }
until_true served
FIEL_LADDER_SERVER=$(grep -m 1 '^http://' "$work/serve.log")
FIEL_LADDER_WORKER_KEY=$work/worker.key
export FIEL_LADDER_SERVER FIEL_LADDER_WORKER_KEY
"$FIEL_LADDER" worker-key new slurm --admits --unheld --to "$FIEL_LADDER_WORKER_KEY"
mkdir -m 1777 "$work/tmp"
export TMPDIR="$work/tmp"
job=$(sbatch --parsable --array=1-3 --output="$work/task.%a.log" "$here/ladder/deploy/worker.slurm")
filed() { [ "$(sql "select count(*) from pair where state = 'done'")" -ge "$1" ]; }
until_true filed 2
scancel "${job}_1" # SIGTERM, then SIGKILL: what it held is given back
until_true filed 4
pkill_task() { # kill -9 of everything in a task, as when a node is lost; its lease runs out by itself
    step=$(squeue --noheader --array --jobs="${job}_$1" --format=%A)
    scancel --signal=KILL --full "$step"
}
pkill_task 2
until_true filed "$pairs"
"$FIEL_LADDER" standings --verify
[ "$(sql "select count(*) from (select pair, leg from leg group by pair, leg having count(*) > 1) as twice")" = 0 ]
[ "$(sql "select count(*) from job where state = 'parked'")" = 0 ]
echo "slurm-test: $(sql "select count(*) from pair where state = 'done'") pairs by $(sql "select count(distinct worker) from leg") tasks, each once"
