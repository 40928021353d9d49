#!/bin/sh
# A header that says "/* name.c ... */" above prototypes says the truth: each of them is defined in that file of its room,
# by the word of the linker's symbols.   headers.sh BUILD
set -u
build=$1
table=$(mktemp) || exit 3
trap 'rm -f "$table"' EXIT

find "$build/obj/protocol" "$build/obj/arbiter" "$build/obj/ladder" "$build/obj/sdk" "$build/obj/bots" -name '*.o' -exec nm -A --defined-only -g {} + |
    awk -v before="$build/obj/" '$2 ~ /^[TDRB]$/ { of = substr($1, length(before) + 1); sub(/\.o:.*/, ".c", of); print $3, of }' > "$table"

find protocol arbiter ladder sdk bots -name "*.h" | sort | xargs awk '
    NR == FNR { file[$1] = file[$1] " " $2; next }
    FNR == 1 { section = ""; room = FILENAME; sub(/[^\/]*$/, "", room) }
    /^\/\*[ -]*[a-z_]+\.c/ { section = $0; sub(/^\/\*[ -]*/, "", section); sub(/\.c.*/, ".c", section) }
    section != "" && /^[a-z_][a-zA-Z0-9_ *]*\(/ && !/^(static|typedef|enum|_Static_assert)/ {
        name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name)
        if (name in file && index(file[name] " ", " " room section " ") == 0) {
            printf "headers: %s says that %s is in %s, and it is in%s\n", FILENAME, name, section, file[name]
            bad = 1
        }
    }
    END { exit bad }' "$table"
