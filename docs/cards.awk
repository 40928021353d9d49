# cards.awk: [[1e 7o]] becomes the two cards, drawn by the symbols that build.sh puts into the page.  A heading gets the name by which links know it.
/^<h[1-6]>/ {
    id = tolower($0)
    gsub(/<[^>]*>|&[a-z]*;|[^a-z0-9 _-]/, "", id)
    gsub(/ /, "-", id)
    sub(/>/, " id=\"" id "\">")
}
{
    while (match($0, /\[\[[0-9A-Zeboc ]+\]\]/)) {
        count = split(substr($0, RSTART + 2, RLENGTH - 4), card, " ")
        drawn = ""
        for (i = 1; i <= count; i++)
            drawn = drawn "<svg class=\"card\" role=\"img\" aria-label=\"" card[i] "\" viewBox=\"0 0 100 154\"><use href=\"#card-" card[i] "\"/></svg>"
        $0 = substr($0, 1, RSTART - 1) drawn substr($0, RSTART + RLENGTH)
    }
    print
}
