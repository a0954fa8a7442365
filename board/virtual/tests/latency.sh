#!/bin/sh
# How long the board itself takes from a press to a light, before anyone else is blamed
. "$(dirname "$0")/../guest/board.sh"

.build/virtual-board/bare-loop "/dev/$chip" 27 17 >/tmp/ready &
wait_until 5 grep -q ready /tmp/ready
presses=100
for _ in $(seq $presses); do
    press GPIO27
    sleep 0.02
    release GPIO27
    sleep 0.02
done

delays "pull 27 0" "set 17 1" >/tmp/delays
expect "every press has its light" test "$(wc -l </tmp/delays)" -eq $presses
measured "press to light, the shortest way there is (presses, median, maximum in ms)" "$(statistics </tmp/delays)"
