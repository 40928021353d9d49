#!/bin/sh
# Builds the examples of the SDK as a stranger does: against an installed tree, by pkg-config alone, linked with the
# library as it comes and with the static one.   stranger.sh PREFIX FOLDER [CFLAGS]
# All of them may have blanks in their paths: pkg-config answers in words of the shell, which are read once more (eval).
set -eu
prefix=$1 folder=$2 flags=${3:-}
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
warn="-std=c11 -Wall -Wextra -Wpedantic -Wconversion -Werror"
mkdir -p "$folder"
for source in sdk/examples/*.c; do
    eval "${CC:-cc} $warn $flags $(pkg-config --cflags fiel) -o \"\$folder/$(basename "$source" .c)\" $source \
        $(pkg-config --libs fiel) -Wl,-rpath,\"\$prefix/lib\""
done
eval "${CC:-cc} $warn $flags $(pkg-config --cflags fiel) -o \"\$folder/first-static\" sdk/examples/first.c \
    \"\$(pkg-config --variable=libdir fiel)/libfiel.a\" -lzmq -lsodium -lpthread"
# The header stands alone.
for standard in c11 gnu17; do
    printf '#include <fiel.h>\n' |
        eval "${CC:-cc} -std=$standard -Wall -Wextra -Wpedantic -Werror $(pkg-config --cflags fiel) -fsyntax-only -x c -"
done
