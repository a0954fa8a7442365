#!/bin/sh
# A press raises the light, words are heard by the microphone, the motor runs, and the light is out
. "$(dirname "$0")/../guest/board.sh"

start_appliance "$(dirname "$0")/board.yaml"
expect "the light is out before anyone talks" has_level GPIO17 0
expect "and the motor rests" has_level GPIO22 0

press GPIO27
expect "a press raises the light" wait_for_level GPIO17 1 1
say goforward.raw
expect "it stays while the button is held" has_level GPIO17 1
release GPIO27
expect "it goes out on release" wait_for_level GPIO17 0 1
expect "the motor runs" wait_for_level GPIO22 1 20
expect "because of what was said" has_event '"event":"command".*"text":"go forward ten meters"'
expect "and stops by itself" wait_for_level GPIO22 0 10
expect "no sound was lost" not has_event '"event":"gap"'
measured "release to motor, in ms" "$(delays "pull 27 1" "set 22 1")"

stop_appliance TERM
expect "it ends well when asked to" test "$appliance_status" -eq 0
