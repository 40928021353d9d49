#!/bin/sh
# Runs a test program and keeps what it printed beside the build, where tests/skips.sh counts what it skipped.
# run.sh BUILD PROGRAM   exit: the program's
log=$1/checked/${2#"$1"/}.log
mkdir -p "${log%/*}"
"$2" > "$log" 2>&1
code=$?
cat "$log"
times > "$log.cpu" # in this shell: a pipe's own would have waited for nothing
tail -n 1 "$log.cpu" # of the processor, by this program and all that it waited for: user, system
exit $code
