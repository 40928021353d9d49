#!/bin/sh
# Builds the examples of the SDK as a stranger does: against an installed tree, by pkg-config alone, linked with the
# library as it comes and with the static one.   stranger.sh PREFIX FOLDER [CFLAGS]
set -eu
prefix=$1 folder=$2 flags=${3:-}
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
warn="-std=c11 -Wall -Wextra -Wpedantic -Wconversion -Werror"
mkdir -p "$folder"
for source in sdk/examples/*.c; do
    # shellcheck disable=SC2046,SC2086
    ${CC:-cc} $warn $flags $(pkg-config --cflags fiel) -o "$folder/$(basename "$source" .c)" "$source" \
        $(pkg-config --libs fiel) -Wl,-rpath,"$prefix/lib"
done
# shellcheck disable=SC2046,SC2086
${CC:-cc} $warn $flags $(pkg-config --cflags fiel) -o "$folder/first-static" sdk/examples/first.c \
    "$(pkg-config --variable=libdir fiel)/libfiel.a" -lzmq -lsodium -lpthread
# The header stands alone.
for standard in c11 gnu17; do
    # shellcheck disable=SC2046
    printf '#include <fiel.h>\n' | ${CC:-cc} -std=$standard -Wall -Wextra -Wpedantic -Werror $(pkg-config --cflags fiel) -fsyntax-only -x c -
done
