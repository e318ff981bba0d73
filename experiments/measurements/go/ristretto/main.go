// ristretto, the cache of Dgraph: plain double hashing modulo a power of two, from the ends of the caller's hash.
package main

import (
	"encoding/json"
	"subject"

	"github.com/dgraph-io/ristretto/z"
)

type held struct {
	filter *z.Bloom
	bits   uint64
	hashes uint64
}

// The caller hashes.
func (h held) Contains(key uint64) bool { return h.filter.Has(subject.Mix(key)) }

func (h held) Shape() (bits, hashes uint64) { return h.bits, h.hashes }

func (h held) Reported() float64 { return -1 }

func main() {
	build := func(chosen subject.Case, keys []uint64) subject.Filter {
		filter := z.NewBloomFilter(float64(chosen.Items), chosen.Target)
		for _, key := range keys {
			filter.Add(subject.Mix(key))
		}
		// sizes are private, and written with the bits
		var written struct {
			FilterSet []byte
			SetLocs   uint64
		}
		if err := json.Unmarshal(filter.JSONMarshal(), &written); err != nil {
			panic(err)
		}
		return held{filter, 8 * uint64(len(written.FilterSet)), written.SetLocs}
	}
	subject.Serve("ristretto", "golang-github-dgraph-io-ristretto-dev", subject.ByRate("NewBloomFilter(n; p)"), build)
}
