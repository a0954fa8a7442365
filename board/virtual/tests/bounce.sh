#!/bin/sh
# A button that bounces is one press and one release
. "$(dirname "$0")/../guest/board.sh"

# bounce 0|1: contacts that close for good only at the fourth touch, within a millisecond. Nothing here starts a
# process, which would take longer than a bounce.
wire=$(file_of GPIO27 pull)
bounce() {
    case $1 in
        0) to=pull-down from=pull-up ;;
        1) to=pull-up from=pull-down ;;
    esac
    for _ in 1 2 3; do
        echo "$to" >"$wire"
        echo "$from" >"$wire"
    done
    echo "$to" >"$wire"
}

start_appliance "$(dirname "$0")/board.yaml"
bounce 0
expect "the light is lit" wait_for_level GPIO17 1 1
sleep 0.5
bounce 1
expect "the light is out" wait_for_level GPIO17 0 1
expect "there was one press" test "$(count_events '"event":"button".*"pressed":true')" -eq 1
expect "and one release" test "$(count_events '"event":"button".*"pressed":false')" -eq 1
expect "and one light" test "$(history | grep -c 'set 17 1')" -eq 1
