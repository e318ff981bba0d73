// willf/bloom: four 64-bit hashes, paired by i, modulo 2^64 and then m.
package main

import (
	"subject"

	"github.com/willf/bloom"
)

type held struct{ *bloom.BloomFilter }

func (h held) Contains(key uint64) bool { return h.Test(subject.Bytes(key)) }

func (h held) Shape() (bits, hashes uint64) { return uint64(h.Cap()), uint64(h.K()) }

func (h held) Reported() float64 { return -1 }

func main() {
	build := func(chosen subject.Case, keys []uint64) subject.Filter {
		filter := bloom.NewWithEstimates(uint(chosen.Items), chosen.Target)
		for _, key := range keys {
			filter.Add(subject.Bytes(key))
		}
		return held{filter}
	}
	subject.Serve("willf-bloom", "golang-github-willf-bloom-dev", subject.ByRate("NewWithEstimates(n; p)"), build)
}
