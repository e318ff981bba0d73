# Programs that do wrong what scripts/test-kills.sh asks: each of them is noticed, or the test would notice nothing.

# WORDS that a check of a mutant must fail with
noticed() {
  words=$1
  shift
  if ("$@") 2> "$work/noticed"; then fail "nothing noticed: $words"; fi
  grep -q "$words" "$work/noticed" || fail "noticed instead of '$words': $(cat "$work/noticed")"
}

# kills a program three times, and fails as soon as it has left a file that is not whole
torn_by() {
  while [ "$hits" -lt 3 ]; do
    rm -f "$work/mutant"/*
    kill_once mutant "$1"
    whole mutant .
  done
}

lines='for line in 1 2 3 4 5 6 7 8; do echo $line; sleep 0.01; done'
mkdir "$work/mutant" "$work/mutant_whole"
sh -c "$lines" > "$work/mutant_whole/file"

# one that writes in place, and one that writes beside and renames
printf '%s' "($lines) > $work/mutant/file" > "$work/in-place"
printf '%s' "($lines) > $work/mutant/.unfinished-file && mv $work/mutant/.unfinished-file $work/mutant/file" > "$work/beside"
noticed 'torn after a kill of mutant' torn_by "sh $work/in-place"
torn_by "sh $work/beside"

# one that leaves what it had begun, one that goes on where it stopped and repeats a line, and one that ends well
touch "$work/mutant/.unfinished-other"
rm -f "$work/mutant/file"
sh "$work/beside"
noticed 'not what an undisturbed run makes' as_undisturbed mutant
cp "$work/mutant/.unfinished-other" "$work/mutant_whole"
noticed 'something unfinished is left' as_undisturbed mutant
rm "$work/mutant/.unfinished-other" "$work/mutant_whole/.unfinished-other"
echo 8 >> "$work/mutant/file"
noticed 'not what an undisturbed run makes' as_undisturbed mutant
sh "$work/beside"
as_undisturbed mutant

# a failure that is not reported, one without a word, and one that leaves something
noticed 'was not noticed' refuses mutant 'no space' true "$work/mutant"
noticed 'no word why' refuses mutant 'no space' false "$work/mutant"
noticed 'something unfinished is left' \
  refuses mutant 'no space' "touch $work/mutant/.unfinished-file; echo no space; false" "$work/mutant"
rm -rf "$work/mutant" "$work/mutant_whole" "$work/in-place" "$work/beside"
hits=0 misses=0
