#!/bin/sh
# The arrows between the folders run one way: rules <- wire <- record <- log, tell; the course of a match stands on those;
# audit, sdk and arbiter stand on all that and never on each other; cli, how programs speak, stands on the rules (how words are compared); control is what asks a daemon; child is what runs a match; socket is what
# every ZeroMQ socket needs.  It is proved twice, by what the sources include and by the symbols that the objects ask for; and a
# room may only be declared to stand on rooms that were declared before it.   layering.sh BUILD
set -u
build=$1
bad=0

complain() {
    echo "layering: $*" >&2
    bad=1
}

# below FOLDER ROOMS: every room that a room may stand on was declared before it, so no two can stand on each other.
known=''
below() {
    for room_below in $(echo "$2" | tr '|' ' '); do
        case " $known $1 " in
        *" $room_below "* | *"/$room_below "*) ;;
        *) complain "$1 is declared to stand on $room_below, which is not declared before it" ;;
        esac
    done
    known="$known $1"
}

# includes FOLDER ROOMS SYSTEM: a source may include, in quotes, headers of its own room and of ROOMS (a catalogue is .inc), and
# in angle brackets those that SYSTEM names; both are extended regular expressions.
includes() {
    below "$1" "$2"
    found=$(grep -nE '^[[:space:]]*#[[:space:]]*include' "$1"/*.[ch] 2>/dev/null |
        grep -vE "include \"(($2)/)?[a-zA-Z_]+\.(h|inc)\"" | grep -vE "include <($3)\.h>")
    [ -z "$found" ] || complain "$1 includes what it must not:
$found"
    for header in $(sed -n 's/^[[:space:]]*#[[:space:]]*include "\([a-z_]*\.h\)".*/\1/p' "$1"/*.[ch] | sort -u); do
        [ -e "$1/$header" ] || complain "$1 includes $header, which lies in another room"
    done
}

# asks FOLDER FORBIDDEN: no object of the folder may have an undefined symbol that matches.
asks() {
    found=$(nm -Au "$build/obj/$1"/*.o 2>/dev/null | awk -v forbidden="$2" '$3 ~ forbidden { print $1, $3 }')
    [ -z "$found" ] || complain "$1 asks for what it must not:
$found"
}

pure='assert|stdint|stddef|stdbool|string'
libc='assert|ctype|dirent|errno|fcntl|inttypes|libgen|limits|locale|math|poll|setjmp|signal|spawn|stdarg|stdbool|stddef|stdint|stdio|stdlib|string|strings|time|unistd|sys/[a-z]+|linux/[a-z0-9_]+'

includes protocol/rules  'rules'                          "$pure"
includes protocol/wire   'wire|rules'                     "$pure|stdio|msgpack"
includes protocol/record 'record|wire|rules'              "$libc|sodium"
includes protocol/log    'log|record|wire|rules'          "$libc|sodium"
includes protocol/course 'course|log|record|wire|rules'   "$pure|stdio|stdlib|sodium"
includes protocol/lib/cli    'cli|rules'                      "$libc"
includes protocol/lib/stats  'stats|wire|rules'               "$pure|math"
includes protocol/lib/league 'league|stats'                   "$pure|stdlib|math"
includes protocol/lib/socket 'socket'                         "$pure|errno|stdatomic|stdio|zmq"
includes protocol/lib/child  'child|record|wire|cli'          "$libc|jansson|seccomp|malloc|pthread|sched"
includes protocol/lib/archive 'archive|child|record|wire|rules' "$libc|zstd|zstd_errors"
includes protocol/lib/season 'season|league|record|wire|rules' "$libc|sodium"
includes protocol/tell   'tell|cli|record|wire|rules'      "$libc"
# Of the teller the auditor has what is said of a fault, tell/fault.h, and nothing else.
includes protocol/audit  'audit|tell|course|season|league|stats|archive|cli|log|record|wire|rules' "$libc|sodium"
includes sdk             'socket|log|record|wire|rules'   "$libc|sodium|zmq|pthread|stdatomic"
includes protocol/lib/control 'control|socket|record|wire|rules' "$libc|sodium|zmq|jansson"
# The rooms of the arbiter and of the ladder, each with what stands below it.
shared='child|season|league|stats|archive|control|cli|tell|log|record|wire|rules'
arbiter="$libc|sodium|zmq|jansson|ini|seccomp|pthread|sched|fts|glob|link|grp|pwd|malloc|termios|arpa/inet"
below='base'
for room in base jail seat door referee match serve tools tools/check tools/pairs tools/tournament tools/measure tools/exploit tools/play tools/replay tools/table; do
    case $room in
    jail) below='base' ;;
    seat | door) below='base|jail' ;;
    referee) below='base|jail|seat' ;;
    match) below='base|jail|seat|referee' ;;
    serve) below='base|jail|door|match' ;;
    tools) below='base|jail|referee|match|serve' ;;
    tools/measure) below='base|jail|referee|match|serve|tools|tools/pairs|tools/tournament' ;;
    tools/exploit) below='base|jail|referee|match|serve|tools|tools/pairs|tools/tournament|tools/measure' ;;
    tools/tournament) below='base|jail|referee|match|serve|tools|tools/pairs' ;;
    tools/*) below='base|jail|referee|match|serve|tools' ;;
    esac
    includes "arbiter/$room" "$room|$below|socket|course|$shared" "$arbiter"
done
includes arbiter "base|$shared" "$arbiter"
ladder="$libc|sodium|jansson|sqlite3|libpq-fe|microhttpd|ini|archive|archive_entry|cmark|curl/curl|termios|ftw|pthread|stdatomic|arpa/inet|netdb|netinet/in"
floors='' # of the site, each on those before it
for room in base store filing rating schedule worker site/http site/words site/session site/bots site/people site/disputes \
    site/host site/api site/work site/play site/pages site commands; do
    case $room in
    base | store) below=$room ;;
    filing) below='store' ;;
    rating) below='store|filing' ;;
    schedule) below='base|store|rating' ;;
    worker) below='base|store|filing' ;;
    site | site/*) below="base|store|filing|rating|schedule|worker$floors" ;;
    commands) below="base|store|filing|rating|schedule|worker$floors" ;;
    esac
    includes "ladder/$room" "$room|$below|$shared|audit" "$ladder"
    case $room in site*) floors="$floors|$room" ;; esac
done
includes ladder/witness 'witness|base|cli|log|record|wire|rules' "$libc|sodium|curl/curl"
includes ladder "commands|$shared" "$ladder"

# No allocation, input, output, clock or chance in the rules; the rest of libc they may use is listed.
asks protocol/rules  '^(malloc|calloc|realloc|free|printf|fprintf|snprintf|__[a-z]*printf_chk|puts|fopen|open|read|write|rand|random|time|clock_gettime|getenv|zmq_|sodium_|crypto_|json_)'
asks protocol/course '^(zmq_.*|json_.*|fiel_.*|referee_.*|cli_.*|audit_.*|f?open(at)?|f?read|f?write|v?f?printf|send|recv|time|clock_gettime|gettimeofday|getenv|rand|randombytes.*|fork)$'
asks protocol/wire   '^(malloc|calloc|realloc|free|fopen|open|write|zmq_|sodium_|crypto_|json_|replay_|deal_|chain_)'
asks protocol/record '^(zmq_|json_|fiel_|referee_|cli_|log_|note_|tree_|tile)'
asks protocol/log    '^(zmq_|json_|fiel_|referee_|cli_|audit_|monitor_)'
asks protocol/lib/archive '^(zmq_|json_|crypto_|fiel_|referee_|cli_|audit_|log_)'
asks protocol/lib/season '^(zmq_|json_|fiel_|referee_|cli_|audit_|store_|msgpack_)'
asks protocol/audit  '^(zmq_|json_|fiel_|referee_|seat_|tell_|msgpack_)'
asks protocol/tell   '^(zmq_|json_|crypto_|fiel_|referee_|cli_|audit_)'
asks sdk             '^(json_|referee_|cli_|audit_)'
asks protocol/lib/socket '^(malloc|crypto_|json_|fiel_|referee_|cli_|wire_|replay_)'
asks protocol/lib/control '^(cli_|fiel_|referee_|store_|replay_|audit_)'
asks protocol/lib/stats  '^(malloc|calloc|realloc|free|printf|fprintf|snprintf|fopen|open|read|write|rand|time|clock_gettime|getenv)'
asks protocol/lib/league '^(printf|fprintf|snprintf|fopen|open|read|write|rand|time|clock_gettime|getenv|json_|store_)'
asks protocol/lib/child  '^(zmq_|crypto_|fiel_|referee_|cli_|store_|replay_|audit_)'
asks protocol/lib/cli    '^(zmq_|json_|crypto_|fiel_|referee_|store_|replay_)'
for room in . base seat jail door referee match serve tools; do
    asks "arbiter/$room" '^(fiel_run|party_|audit_|store_|db_|sqlite3_|PQ|MHD_)'
done
for room in . base store filing rating schedule worker site site/http site/words site/session site/bots site/people \
    site/disputes site/host site/api site/work site/play site/pages commands; do
    asks "ladder/$room" '^(zmq_|fiel_|referee_|jail_|cli_match)'
done

# The auditor's verdict must not rest on the program that it judges.
if ldd "$build/bin/fiel-audit" | grep -qE 'zmq|jansson'; then
    complain "fiel-audit links more than libsodium and libzstd"
fi
# Most processes of a match are `fiel`, and ZeroMQ would cost them more than their work (arbiter/base/halves.h).
if ldd "$build/bin/fiel" | grep -q zmq; then
    complain "fiel links ZeroMQ, which is for fiel-sockets"
fi

[ "$bad" = 0 ] && echo "layering: the arrows run one way"
exit "$bad"
