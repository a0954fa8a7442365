#!/bin/sh
# The GPIO module's own tests of chips, where there are chips
. "$(dirname "$0")/../guest/board.sh"

.build/debug/earshotPackageTests.xctest --testing-library swift-testing --filter SystemChipTests >/tmp/tests 2>&1 ||
    cat /tmp/tests
expect "they pass" grep -q 'Test run with [1-9].* passed' /tmp/tests
expect "and none is skipped" not grep -q skipped /tmp/tests
