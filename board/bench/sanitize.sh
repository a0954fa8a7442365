#!/bin/sh
# Runs programs that cancel and misuse tasks and analyzers in loops under AddressSanitizer and under ThreadSanitizer: a use of
# freed memory or a race ends them. Recognizer and sound libraries are not instrumented: what happens inside them is not seen.
set -eu
cd "$(dirname "$0")/../.."
recording=/usr/share/pocketsphinx/test/data/goforward.raw
# What is never freed is measured by the tests; the recognizer's own would fill the report.
export ASAN_OPTIONS="detect_leaks=0" TSAN_OPTIONS="halt_on_error=1"

for sanitizer in address thread; do
    folder=.build/sanitize-$sanitizer
    for program in MisuseLoops TapToTalkPort; do
        swift build --quiet --sanitize="$sanitizer" --scratch-path "$folder" --product "$program" -Xswiftc -use-ld=lld
    done
    echo "sanitize: $sanitizer: $("$folder/debug/MisuseLoops" "$recording")"
    echo "sanitize: $sanitizer: $("$folder/debug/TapToTalkPort" "$recording")"
done
