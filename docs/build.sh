#!/bin/sh
# build.sh OUT: all pages as static HTML into OUT, with the cards drawn; needs cmark-gfm.
# [[1e 7o]] in a page is two cards, whose drawings are in the page itself: from disk a browser takes none out of another file.
# A link to NAME.md becomes one to NAME.html, one to a file of the source its words alone.
set -eu
out=$1
mkdir -p "$out"
cp docs/docs.css docs/*.svg docs/*.png spec/*.schema.json spec/examples.jsonl "$out"
pages='docs/index.md docs/[!i]*.md spec/*.md ladder/API.md README.md ARCHITECTURE.md SECURITY.md CHANGELOG.md CONTRIBUTING.md'
# What there is, for a program that reads: a line for each page.
printf '# Fiel\n\n> %s\n\n' "$(sed -n '3p' docs/index.md)" > "$out/llms.txt"
for page in $pages; do
    name=$(basename "$page" .md)
    title=$(sed -n 's/^# //p' "$page" | head -1)
    printf -- '- [%s](%s.html)\n' "$title" "$name" >> "$out/llms.txt"
    {
        printf '<!doctype html>\n<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">\n'
        printf '<title>%s</title><link rel="stylesheet" href="docs.css">\n' "$title"
        printf '<nav><a href="index.html">Fiel</a></nav><main>\n'
        ! grep -q '\[\[[0-9A-Zeboc ]*\]\]' "$page" || sed '1s|<svg |&width="0" height="0" style="position:absolute" |' ladder/web/cards.svg
        cmark-gfm --extension table "$page" | awk -f docs/cards.awk |
            sed -E -e 's#href="(\.\./)?([A-Za-z]+/)*([A-Za-z-]+)\.md(\#[^"]*)?"#href="\3.html\4"#g' \
                -e 's#href="(\.\./)?(spec/)?([a-z.]+\.jsonl?)"#href="\3"#g' -e 's#src="docs/#src="#g' -e 's#<a href="([^"]*\.(html(\#[^"]*)?|jsonl?)|https?:[^"]*|\#[^"]*)"#<a @="\1"#g' \
                -e 's#<a href="[^"]*">([^<]*(<code>[^<]*</code>)?[^<]*)</a>#\1#g' -e 's#<a @=#<a href=#g'
        printf '</main></html>\n'
    } > "$out/$name.html"
done
