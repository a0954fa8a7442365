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
. "$guest/service.sh"

finish() {
    status=$?
    trap - EXIT
    [ "$status" -eq 0 ] || fail "ended early, with status $status"
    stop_appliance KILL
    remove_service
    jobs -p >/tmp/jobs # not within $( ): that shell would have no jobs
    xargs -r kill </tmp/jobs 2>/dev/null || true
    wait
    stop_trace
    remove_chip pinctrl-bcm2835
    [ "$failed" -eq 0 ]
}

make_header
start_trace
trap 'finish' EXIT
trap 'exit 1' TERM
