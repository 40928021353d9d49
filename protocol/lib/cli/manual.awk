# manual.awk: a manual page out of what a command says with --help, so that the two cannot differ.
#
#   fiel match --help | awk -v page=fiel-match -v what='play a match' -v version=0.1.0 -v date=2026-11-21 \
#       -v also='fiel(1), fiel-audit(1)' -f manual.awk > fiel-match.1
#
# A help text is: "usage:" lines; indented examples; paragraphs; a table "  --option VALUE  what it does", whose text goes
# on below itself, or "  word  what it is"; and a last paragraph "Exit: ...".

function plain(text)
{
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    gsub(/`/, "\\(ga", text)
    gsub(/'/, "\\(aq", text)
    return text ~ /^\./ ? "\\\&" text : text
}

function section(name)
{
    if (name == at) return
    if (verbatim) print ".fi"
    verbatim = 0
    print ".SH " name
    at = name
}

# Lines as they stand, up to the next paragraph.
function as_it_stands(name, text)
{
    section(name)
    if (!verbatim) print ".nf"
    verbatim = 1
    print plain(text)
}

function paragraph(name, text)
{
    section(name)
    if (verbatim) print ".fi"
    if (verbatim || blank) print ".PP"
    verbatim = 0
    print plain(text)
}

BEGIN {
    printf ".TH %s 1 \"%s\" \"fiel %s\" \"Fiel\"\n.SH NAME\n%s \\- %s\n", toupper(plain(page)), date, version, plain(page), plain(what)
}

/^$/ { blank = 1; next }
/^usage: / || (at == "SYNOPSIS" && !blank && /^       /) { sub(/^(usage: |       )/, ""); as_it_stands("SYNOPSIS", $0); blank = 0; next }
/^[Ee]xit:? / || at == "EXIT STATUS" { sub(/^[Ee]xit:? /, ""); paragraph("EXIT STATUS", $0); blank = 0; next }

# A row of a table: a word, its values, two blanks or more, the text.
/^  [-a-z<]/ && match($0, /[^ ]   *[^ ]/) && RSTART > 3 && !/^  (\$|fiel|make|cd) / {
    section(/^  -/ ? "OPTIONS" : "WORDS")
    if (verbatim) print ".fi"
    verbatim = 0
    print ".TP"
    print ".B " plain(substr($0, 3, RSTART - 2))
    text = substr($0, RSTART + 1)
    sub(/^ +/, "", text)
    print plain(text)
    row = 1
    blank = 0
    next
}
/^      / && row && !blank { sub(/^ +/, ""); print plain($0); next }
/^  / { as_it_stands(at == "SYNOPSIS" || at == "EXAMPLES" || at == "" ? "EXAMPLES" : at, substr($0, 3)); row = 0; blank = 0; next }
{ paragraph(at == "OPTIONS" || at == "WORDS" || at == "NOTES" ? "NOTES" : "DESCRIPTION", $0); row = 0; blank = 0 }

END {
    if (verbatim) print ".fi"
    if (also) print ".SH SEE ALSO\n" plain(also)
}
