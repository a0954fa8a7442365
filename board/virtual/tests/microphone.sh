#!/bin/sh
# A microphone that is pulled out ends the recording, and is used again when it returns
. "$(dirname "$0")/../guest/board.sh"

start_appliance "$(dirname "$0")/board.yaml"
press GPIO27
expect "the light is lit" wait_for_level GPIO17 1 1
unplug_microphone
expect "without a microphone the light is out" wait_for_level GPIO17 0 2
expect "and the appliance says so" wait_for_event '"event":"state".*"state":"unavailable"' 2
# is_seen true|false COUNT: so many presses, or ends of presses.
is_seen() { [ "$(count_events "\"event\":\"button\".*\"pressed\":$1")" -ge "$2" ]; }
release GPIO27
expect "the end of the press is seen" wait_until 5 is_seen false 1
restart_trace
press GPIO27
expect "a press is seen then, too" wait_until 5 is_seen true 2
expect "and raises no light" has_level GPIO17 0
release GPIO27
expect "nor had it raised one by its end" \
    eval 'wait_until 5 is_seen false 2 && test "$(history | grep -c "set 17 1")" -eq 0'

plug_microphone_in
is_idle_again() { [ "$(count_events '"state":"idle"')" -ge 2 ]; }
expect "it is ready again by itself" wait_until 10 is_idle_again
press GPIO27
expect "and a press raises the light" wait_for_level GPIO17 1 1
say goforward.raw
release GPIO27
expect "and words move the motor" wait_for_level GPIO22 1 20
