# What every test begins with: pins, a trace, and a closing line. Sourced by tests, which are programs of their own:
#
#     board/virtual/boot sh board/virtual/tests/NAME.sh
#
# A test fails when an expectation was not met or when a command outside an expectation failed.
set -eu

guest=$(dirname "$0")/../guest
. "$guest/time.sh"
. "$guest/check.sh"
. "$guest/pins.sh"
. "$guest/trace.sh"
. "$guest/sound.sh"
. "$guest/appliance.sh"

finish() {
    status=$?
    trap - EXIT
    stop_appliance KILL
    jobs -p >/tmp/jobs # not within $( ): that shell would have no jobs
    xargs -r kill </tmp/jobs 2>/dev/null || true
    wait
    stop_trace
    remove_chip pinctrl-bcm2835
    [ "$status" -eq 0 ] || echo "  FAILED  ended early, with status $status"
    [ "$status" -eq 0 ] && [ "$failed" -eq 0 ]
}

make_header
start_trace
trap 'finish' EXIT
