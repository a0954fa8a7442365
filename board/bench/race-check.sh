#!/bin/sh
# Soaks the ring and its wake-up as they are, under ThreadSanitizer, which must pass; then with each end's order broken on
# purpose, which must fail. That shows that the first would have found a wrong order. (Not so the wake-up's fences: without
# them no signal got lost in two million exchanges on x86, so only the argument in ReaderSignal.swift speaks for them.)
set -eu
cd "$(dirname "$0")/../.."
frames=${1:-2000000}

# build NAME FLAG…: RingBench with these flags, in a folder of its own.
build() {
    name=$1
    shift
    swift build -c release --quiet --product RingBench --scratch-path ".build/race-check-$name" "$@"
}

# soak NAME: prints how the soak ended; what it said is in the folder's report.
soak() {
    status=0
    # A race with what was read a ring ago is only told of while the sanitizer remembers where that was.
    TSAN_OPTIONS="halt_on_error=1 history_size=7" ".build/race-check-$1/release/RingBench" --soak "$frames" \
        >".build/race-check-$1/report" 2>&1 || status=$?
    echo "$status"
}

# must_fail NAME TEXT: a broken ring whose soak does not end with a complaint of this text, five times, is an error. On a
# busy machine the threads may hardly meet.
must_fail() {
    for _ in 1 2 3 4 5; do
        status=$(soak "$1")
        if [ "$status" -ne 0 ] && grep -q "$2" ".build/race-check-$1/report"; then
            echo "race-check: the $1 ring is found out: $(grep -m 1 "$2" ".build/race-check-$1/report")"
            return
        fi
    done
    echo "race-check: the $1 ring was broken on purpose and nobody noticed (status $status)" >&2
    exit 1
}

build whole --sanitize=thread
if [ "$(soak whole)" -ne 0 ]; then
    cat .build/race-check-whole/report >&2
    exit 1
fi
cat .build/race-check-whole/report

race='WARNING: ThreadSanitizer: data race'
build relaxed-publish --sanitize=thread -Xswiftc -DEARSHOT_RELAXED_PUBLISH
must_fail relaxed-publish "$race"
build relaxed-release --sanitize=thread -Xswiftc -DEARSHOT_RELAXED_RELEASE
must_fail relaxed-release "$race"

echo "race-check: passed as it is, and found out each time an order is taken away"
