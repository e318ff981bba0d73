// Package subject is what every subject in Go does: it answers lines of standard input with lines of standard output.
//
// describe is answered by the engine's name and version, cases by a list in JSON, trial CASE ITEMS TARGET SEED by one trial in JSON, or by
// error: …. A trial builds filters of ITEMS distinct keys each and asks each filter for absent keys.
package subject

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// Case is one line of the table to be measured; a target of 0 is none.
type Case struct {
	Name    string
	Items   uint64
	Target  float64
	Setting string
	Bits    int
}

// Filter is a filter that an engine built.
type Filter interface {
	Contains(key uint64) bool
	// Shape is the bits and the positions of a key.
	Shape() (bits, hashes uint64)
	// Reported is the rate that the engine reports itself, negative for none.
	Reported() float64
}

// Builder makes the filter of the keys of a case.
type Builder func(chosen Case, keys []uint64) Filter

// ByRate lists four rates at sizes from ten keys to a million.
func ByRate(setting string) (cases []Case) {
	for _, target := range []float64{0.1, 0.01, 1e-3, 1e-4} {
		for items := uint64(10); items <= 1e6; items *= 10 {
			cases = append(cases, Case{"by-rate", items, target, setting, 0})
		}
	}
	return cases
}

// ByBits lists ten bits from ten keys to a million, and 6 … 20 bits at ten thousand.
func ByBits(setting string) (cases []Case) {
	add := func(items uint64, bits int) {
		cases = append(cases, Case{fmt.Sprintf("bits=%d", bits), items, 0, fmt.Sprintf(setting, bits), bits})
	}
	for _, items := range []uint64{10, 100, 1000, 10_000, 30_000, 100_000, 300_000, 1_000_000} {
		add(items, 10)
	}
	for _, bits := range []int{6, 8, 12, 14, 16, 20} {
		add(1e4, bits)
	}
	return cases
}

// Bytes are the eight bytes of a key, most significant first.
func Bytes(key uint64) []byte {
	octets := make([]byte, 8)
	binary.BigEndian.PutUint64(octets, key)
	return octets
}

// Mix is the finaliser of SplitMix64 (Steele, Lea, Flood 2014), a bijection of 64-bit numbers.
func Mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9
	x = (x ^ (x >> 27)) * 0x94d049bb133111eb
	return x ^ (x >> 31)
}

// Serve answers until the input ends. The version is that of Debian's package, which Go's source tree does not name.
func Serve(engine, packaged string, cases []Case, build Builder) {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		answer := fmt.Sprintf("error: no case of the line '%s'", lines.Text())
		switch {
		case len(words) == 1 && words[0] == "describe":
			answer = engine + " " + version(packaged)
		case len(words) == 1 && words[0] == "cases":
			described := make([]string, len(cases))
			for i, one := range cases {
				described[i] = one.json()
			}
			answer = "[" + strings.Join(described, ", ") + "]"
		case len(words) == 5 && words[0] == "trial":
			seed, _ := strconv.ParseUint(words[4], 10, 64)
			for _, one := range cases {
				if one.is(words) {
					answer = trial(one, seed, build)
				}
			}
		}
		fmt.Println(answer)
	}
}

func (c Case) is(words []string) bool {
	target := 0.0
	if words[3] != "-" {
		target, _ = strconv.ParseFloat(words[3], 64)
	}
	return words[1] == c.Name && words[2] == strconv.FormatUint(c.Items, 10) && target == c.Target
}

// Two sizes and two targets, so that a comparison of all engines takes minutes.
func (c Case) isQuick() bool {
	return (c.Items == 10 || c.Items == 1000) && (c.Target == 0 || c.Target == 0.01 || c.Target == 1e-4)
}

func (c Case) json() string {
	return fmt.Sprintf(`{"case": "%s", "items": %d, "target": %s, "setting": "%s", "quick": %t}`,
		c.Name, c.Items, orNull(c.Target, c.Target > 0), c.Setting, c.isQuick())
}

func orNull(number float64, known bool) string {
	if known {
		return strconv.FormatFloat(number, 'g', -1, 64)
	}
	return "null"
}

func trial(chosen Case, seed uint64, build Builder) string {
	rate := chosen.Target
	if rate == 0 {
		rate = math.Pow(0.62, float64(chosen.Bits))
	}
	asked := uint64(math.Max(1000, math.Min(1e6, float64(chosen.Items)/math.Sqrt(rate))))
	units := 4_000_000 / (2*chosen.Items + asked)
	units = uint64(math.Max(1, math.Min(4000, float64(units))))
	var positives, squared, missed, bits, hashes uint64
	reported := 0.0
	for unit := uint64(0); unit < units; unit++ {
		from := Mix(Mix(seed) ^ unit)
		keys := make([]uint64, chosen.Items)
		for i := range keys {
			keys[i] = Mix(from + uint64(i))
		}
		filter := build(chosen, keys)
		for _, key := range keys {
			if !filter.Contains(key) {
				missed++
			}
		}
		var found uint64
		for i := chosen.Items; i < chosen.Items+asked; i++ {
			if filter.Contains(Mix(from + i)) {
				found++
			}
		}
		positives += found
		squared += found * found
		m, k := filter.Shape()
		if unit > 0 && (m != bits || k != hashes) {
			return "error: filters of one case differ in size"
		}
		bits, hashes = m, k
		reported += filter.Reported() / float64(units)
	}
	return fmt.Sprintf(`{"items": %d, "bits": %d, "hashes": %d, "reported": %s, "given_bits": null, "unit": "filter", "units": %d, "asked": %d, `+
		`"positives": %d, "positives_squared": %d, "missed": %d, "detail": ""}`,
		chosen.Items, bits, hashes, orNull(reported, reported > 0), units, asked, positives, squared, missed)
}

func version(packaged string) string {
	answer, err := exec.Command("dpkg-query", "-W", "-f", "${Version}", packaged).Output()
	if err != nil {
		return "unknown"
	}
	// without Debian's revision
	text := string(answer)
	if at := strings.LastIndex(text, "-"); at > 0 {
		text = text[:at]
	}
	return text
}
