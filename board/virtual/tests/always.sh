#!/bin/sh
# Without a button: who speaks is heard, and the light is lit for as long as sound is kept
. "$(dirname "$0")/../guest/board.sh"

sed 's/^listen: .*/listen: always/' "$(dirname "$0")/board.yaml" >/tmp/always.yaml
start_appliance /tmp/always.yaml
sleep 1
expect "silence raises no light" has_level GPIO17 0
say goforward.raw
expect "the motor runs" wait_for_level GPIO22 1 20
expect "because of what was said" has_event '"event":"command".*"text":"go forward ten meters"'
expect "the light is out" wait_for_level GPIO17 0 5
expect "one utterance was one light" test "$(history | grep -c 'set 17 1')" -eq 1
expect "no sound was lost" not has_event '"event":"gap"'

# In goforward.raw the last word ends 2.16 s from the beginning.
measured "end of speech to motor, in ms" "$(delays "play 1" "set 22 1" | awk '{ print $1 - 2160 }')"
