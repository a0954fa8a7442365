#!/bin/sh
# A microphone that is pulled out ends the recording, and is used again when it returns
. "$(dirname "$0")/../guest/board.sh"

start_appliance "$(dirname "$0")/board.yaml"
press GPIO27
expect "the light is lit" wait_for_level GPIO17 1 1
unplug_microphone
expect "without a microphone the light is out" wait_for_level GPIO17 0 2
expect "and the appliance says so" wait_for_event '"event":"state".*"state":"unavailable"' 2
release GPIO27
press GPIO27
sleep 0.2
expect "a press raises no light then" has_level GPIO17 0
release GPIO27

plug_microphone_in
is_idle_again() { [ "$(count_events '"state":"idle"')" -ge 2 ]; }
expect "it is ready again by itself" wait_until 10 is_idle_again
press GPIO27
expect "and a press raises the light" wait_for_level GPIO17 1 1
say goforward.raw
release GPIO27
expect "and words move the motor" wait_for_level GPIO22 1 20
