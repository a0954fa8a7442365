#!/bin/sh
# The bridge that types: what it types comes out of the kernel's own keyboard
. "$(dirname "$0")/../guest/board.sh"

expect "the kernel makes keyboards" test -c /dev/uinput
.build/debug/earshotPackageTests.xctest --testing-library swift-testing --filter '\.KeyboardTests/' >/tmp/tests 2>&1 ||
    cat /tmp/tests
expect "they pass" grep -q 'Test run with [1-9].* passed' /tmp/tests
expect "and none is skipped" not grep -q skipped /tmp/tests
