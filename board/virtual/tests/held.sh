#!/bin/sh
# A line that another program holds is named with its holder, and nothing is started
. "$(dirname "$0")/../guest/board.sh"

.build/virtual-board/bare-loop "/dev/$chip" 5 17 >/tmp/ready &
holder=$!
wait_until 5 grep -q ready /tmp/ready
expect "the appliance does not start" not start_appliance "$(dirname "$0")/board.yaml"
expect "and says who holds the light's line" grep -q "GPIO17.*bare-loop" "$journal"
kill $holder
wait $holder 2>/dev/null || true
expect "once the line is free, it starts" start_appliance "$(dirname "$0")/board.yaml"
