# The program under test, as a service would run it: microphone and pins, events on standard output. Sourced by tests.

earshot=.build/release/earshot
events=/tmp/events
journal=/tmp/journal
appliance=

# start_appliance CONFIGURATION: until it listens; fails if it ends before.
start_appliance() {
    : >"$events" # at once, not when the program starts: what the one before told is not looked at
    "$earshot" run --config "$1" --json >"$events" 2>"$journal" &
    appliance=$!
    wait_until 20 is_ready_or_gone
    is_running
}
is_ready_or_gone() { has_event '"state":"\(idle\|listening\)"' || ! is_running; }

# stop_appliance [SIGNAL]: with what a service manager sends, or another signal.
stop_appliance() {
    [ -n "$appliance" ] || return 0
    kill -"${1:-TERM}" "$appliance" 2>/dev/null || true
    appliance_status=0
    wait "$appliance" 2>/dev/null || appliance_status=$?
    appliance=
}

is_running() { kill -0 "$appliance" 2>/dev/null; }

# Number of events that match.
count_events() { grep -c "$1" "$events" || true; }
has_event() { grep -q "$1" "$events"; }

# wait_for_event PATTERN SECONDS
wait_for_event() { wait_until "$2" has_event "$1"; }
