// DCSO's bloom: a generator h <- g h, modulo 2^64, then modulo a prime below it, then m.
package main

import (
	"subject"

	"github.com/DCSO/bloom"
)

type held struct{ *bloom.BloomFilter }

func (h held) Contains(key uint64) bool { return h.Check(subject.Bytes(key)) }

func (h held) Shape() (bits, hashes uint64) { return h.NumBits(), h.NumHashFuncs() }

func (h held) Reported() float64 { return -1 }

func main() {
	build := func(chosen subject.Case, keys []uint64) subject.Filter {
		filter := bloom.Initialize(chosen.Items, chosen.Target)
		for _, key := range keys {
			filter.Add(subject.Bytes(key))
		}
		return held{&filter}
	}
	subject.Serve("dcso-bloom", "golang-github-dcso-bloom-dev", subject.ByRate("Initialize(n; p)"), build)
}
