// LevelDB's Go port: one 32-bit hash h; positions h + j delta modulo 2^32 and then m, delta the hash rotated.
package main

import (
	"subject"

	"github.com/syndtr/goleveldb/leveldb/filter"
	"github.com/syndtr/goleveldb/leveldb/util"
)

type table struct {
	policy filter.Filter
	block  []byte
}

func (t table) Contains(key uint64) bool { return t.policy.Contains(t.block, subject.Bytes(key)) }

// The last byte is the number of probes.
func (t table) Shape() (bits, hashes uint64) {
	return 8 * uint64(len(t.block)-1), uint64(t.block[len(t.block)-1])
}

func (t table) Reported() float64 { return -1 }

func main() {
	build := func(chosen subject.Case, keys []uint64) subject.Filter {
		policy := filter.NewBloomFilter(chosen.Bits)
		generator := policy.NewGenerator()
		for _, key := range keys {
			generator.Add(subject.Bytes(key))
		}
		var block util.Buffer
		generator.Generate(&block)
		return table{policy, block.Bytes()}
	}
	subject.Serve("goleveldb", "golang-github-syndtr-goleveldb-dev", subject.ByBits("NewBloomFilter(%d)"), build)
}
