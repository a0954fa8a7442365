#!/bin/sh
# How long a press takes to become a light: the shortest loop there is, and the appliance
. "$(dirname "$0")/../guest/board.sh"

presses=10
press_often() {
    for _ in $(seq $presses); do
        press GPIO27
        wait_for_level GPIO17 1 1
        release GPIO27
        wait_for_level GPIO17 0 1
        wait_until 10 "$@"
    done
}
median() { statistics | cut -d ' ' -f 2; }
maximum() { statistics | cut -d ' ' -f 3; }

.build/virtual-board/bare-loop "/dev/$chip" 27 17 >/tmp/ready &
loop=$!
wait_until 5 grep -q ready /tmp/ready
press_often true
delays "pull 27 0" "set 17 1" >/tmp/bare
kill $loop
wait $loop 2>/dev/null || true
expect "every press has its light, by the shortest loop" test "$(wc -l </tmp/bare)" -eq $presses
measured "median and maximum in ms" "$(median </tmp/bare), $(maximum </tmp/bare)"

restart_trace
start_appliance "$(dirname "$0")/board.yaml"
is_idle() { grep '"event":"state"' "$events" | tail -n 1 | grep -q '"state":"idle"'; }
press_often is_idle
delays "pull 27 0" "set 17 1" >/tmp/ours
expect "every press has its light, by the appliance" test "$(wc -l </tmp/ours)" -eq $presses
measured "median and maximum in ms" "$(median </tmp/ours), $(maximum </tmp/ours)"
expect "the appliance takes less than 5 ms more, at its worst" \
    awk "BEGIN { exit !($(maximum </tmp/ours) - $(median </tmp/bare) < 5) }"
delays "pull 27 1" "set 17 0" >/tmp/dark
measured "release to dark, median and maximum in ms" "$(median </tmp/dark), $(maximum </tmp/dark)"
