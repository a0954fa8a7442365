#!/bin/sh
# A microphone that another program has when the board starts is waited for, and its holder is named
. "$(dirname "$0")/../guest/board.sh"

# The card has eight microphones; this is about one of them.
sed 's/"hw:Loopback,1"/"hw:Loopback,1,0"/' "$(dirname "$0")/board.yaml" >/tmp/busy.yaml
arecord -q -D hw:Loopback,1,0 -t raw -f S16_LE -r 16000 -c 1 /dev/null &
holder=$!
wait_until 5 grep -q owner_pid /proc/asound/Loopback/pcm1c/sub0/status
"$earshot" run --config /tmp/busy.yaml --json >"$events" 2>"$journal" &
appliance=$!
expect "while another program has the microphone, it says so, and who" \
    wait_until 20 grep -qs '"reason":".* is in use by arecord (process' "$events"
expect "and goes on" is_running
restart_trace
press GPIO27
expect "a press is seen then" wait_for_event '"event":"button".*"pressed":true' 5
expect "and raises no light" has_level GPIO17 0
release GPIO27
expect "nor had it raised one by its end" \
    eval 'wait_for_event "\"event\":\"button\".*\"pressed\":false" 5 && test "$(history | grep -c "set 17 1")" -eq 0'
kill $holder
wait $holder 2>/dev/null || true
expect "once the microphone is free, it is ready by itself" wait_for_event '"state":"idle"' 20
press GPIO27
expect "a press raises the light" wait_for_level GPIO17 1 1
say goforward.raw
release GPIO27
expect "and the first words move the motor" wait_for_level GPIO22 1 20
