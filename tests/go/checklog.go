// checklog: a match log of Fiel verified by somebody else's code, Go's package for transparency logs.
//
//	checklog DIR [WITNESS]
//
// Opens DIR/checkpoint with the key in DIR/key, reads every hash through the tiles, and proves every entry
// to be in the tree; prints the number of entries.  With a witness's key it has to have cosigned that checkpoint.
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "checklog:", err)
		os.Exit(1)
	}
}

// number is N of a tile's path: 1234067 is x001/x234/067.
func number(n int64) string {
	text := fmt.Sprintf("%03d", n%1000)
	for n /= 1000; n > 0; n /= 1000 {
		text = fmt.Sprintf("x%03d/%s", n%1000, text)
	}
	return text
}

func read(dir, level string, n int64, width int) []byte {
	path := filepath.Join(dir, "tile", level, number(n))
	if width < 256 {
		path += fmt.Sprintf(".p/%d", width)
	}
	data, err := os.ReadFile(path)
	must(err)
	return data
}

type tiles struct{ dir string }

func (t tiles) Height() int { return 8 }
func (t tiles) ReadTiles(want []tlog.Tile) ([][]byte, error) {
	var data [][]byte
	for _, tile := range want {
		data = append(data, read(t.dir, fmt.Sprint(tile.L), tile.N, tile.W))
	}
	return data, nil
}
func (t tiles) SaveTiles([]tlog.Tile, [][]byte) {}

// witness verifies a cosignature as C2SP's tlog-cosignature has it; it is a note.Verifier.
type witness struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (w witness) Name() string    { return w.name }
func (w witness) KeyHash() uint32 { return w.hash }
func (w witness) Verify(text, sig []byte) bool {
	if len(sig) != 8+ed25519.SignatureSize {
		return false
	}
	head := fmt.Sprintf("cosignature/v1\ntime %d\n", binary.BigEndian.Uint64(sig))
	return ed25519.Verify(w.key, append([]byte(head), text...), sig[8:])
}

func newWitness(line string) witness {
	parts := strings.SplitN(line, "+", 3)
	data, err := base64.StdEncoding.DecodeString(parts[2])
	must(err)
	hash := sha256.Sum256(append([]byte(parts[0]+"\n"), data...))
	if len(data) != 1+ed25519.PublicKeySize || data[0] != 4 || fmt.Sprintf("%x", hash[:4]) != parts[1] {
		must(fmt.Errorf("%q is no witness's key", line))
	}
	return witness{parts[0], binary.BigEndian.Uint32(hash[:4]), data[1:]}
}

func main() {
	dir := os.Args[1]
	key, err := os.ReadFile(filepath.Join(dir, "key"))
	must(err)
	verifier, err := note.NewVerifier(strings.TrimSpace(string(key)))
	must(err)
	signed, err := os.ReadFile(filepath.Join(dir, "checkpoint"))
	must(err)
	known := []note.Verifier{verifier}
	for _, key := range os.Args[2:] {
		known = append(known, newWitness(key))
	}
	opened, err := note.Open(signed, note.VerifierList(known...))
	must(err)
	if len(opened.Sigs) != len(known) {
		must(fmt.Errorf("%d of %d have signed", len(opened.Sigs), len(known)))
	}
	lines := strings.Split(opened.Text, "\n")
	if lines[0] != verifier.Name() {
		must(fmt.Errorf("the checkpoint is of %q", lines[0]))
	}
	// Go's own tree heads have another first line; size and root are the same.
	tree, err := tlog.ParseTree([]byte("go.sum database tree\n" + lines[1] + "\n" + lines[2] + "\n"))
	must(err)
	hashes := tlog.TileHashReader(tree, tiles{dir})
	for n := int64(0); n < tree.N; {
		width := int(tree.N - n)
		if width > 256 {
			width = 256
		}
		bundle := bytes.NewReader(read(dir, "entries", n/256, width))
		for i := 0; i < width; i, n = i+1, n+1 {
			var size uint16
			must(binary.Read(bundle, binary.BigEndian, &size))
			entry := make([]byte, size)
			_, err := bundle.Read(entry)
			must(err)
			proof, err := tlog.ProveRecord(tree.N, n, hashes)
			must(err)
			must(tlog.CheckRecord(proof, tree.N, tree.Hash, n, tlog.RecordHash(entry)))
		}
		if bundle.Len() != 0 {
			must(fmt.Errorf("%d bytes after the entries of bundle %d", bundle.Len(), (n-1)/256))
		}
	}
	fmt.Println(tree.N)
}
