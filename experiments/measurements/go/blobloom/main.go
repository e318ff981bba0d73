// blobloom: blocks of 512 bits; of k hashes one chooses the block, and k - 1 set bits in it by enhanced double hashing.
package main

import (
	"subject"

	"github.com/greatroar/blobloom"
)

type held struct {
	filter *blobloom.Filter
	keys   uint64
	hashes int
}

// The caller hashes.
func (h held) Contains(key uint64) bool { return h.filter.Has(subject.Mix(key)) }

func (h held) Shape() (bits, hashes uint64) { return h.filter.NumBits(), uint64(h.hashes) }

func (h held) Reported() float64 { return h.filter.FPRate(h.keys) }

func main() {
	build := func(chosen subject.Case, keys []uint64) subject.Filter {
		config := blobloom.Config{Capacity: chosen.Items, FPRate: chosen.Target}
		_, hashes := blobloom.Optimize(config)
		filter := blobloom.NewOptimized(config)
		for _, key := range keys {
			filter.Add(subject.Mix(key))
		}
		return held{filter, uint64(len(keys)), hashes}
	}
	subject.Serve("blobloom", "golang-github-greatroar-blobloom-dev", subject.ByRate("NewOptimized(Capacity; FPRate)"), build)
}
