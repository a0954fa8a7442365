#!/bin/sh
# Runs a program that cancels and misuses tasks and analyzers in loops under AddressSanitizer: a use of freed memory ends it.
# The recognizer's and the sound libraries are not instrumented: what happens inside them is not seen. ThreadSanitizer has no
# say here, since it does not follow Swift's Mutex and takes what that guards for races.
set -eu
cd "$(dirname "$0")/../.."
folder=.build/sanitize-address

swift build --quiet --sanitize=address --scratch-path "$folder" --product MisuseLoops -Xswiftc -use-ld=lld
# What is never freed is measured by the tests; the recognizer's own would fill the report.
ASAN_OPTIONS="detect_leaks=0" "$folder/debug/MisuseLoops" /usr/share/pocketsphinx/test/data/goforward.raw
