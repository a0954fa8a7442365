#!/bin/sh
# The board is what the other tests take it for
. "$(dirname "$0")/../guest/board.sh"

drive GPIO5 1
expect "an input follows its wire up" has_level GPIO5 1
drive GPIO5 0
expect "and down" has_level GPIO5 0

.build/virtual-board/bare-loop "/dev/$chip" 27 17 >/tmp/ready &
loop=$!
wait_until 5 grep -q ready /tmp/ready
expect "a button that is not pressed is pulled up" has_level GPIO27 1
press GPIO27
expect "a press is an interrupt, and a program's output a level" wait_for_level GPIO17 1 5
kill $loop
expect "a line that is given up falls to its wire" wait_for_level GPIO17 0 5
expect "the kernel's trace has the press" eval 'history | grep -q "pull 27 0"'
expect "and the light" eval 'history | grep -q "set 17 1"'

arecord -q -D hw:Loopback,1 -t raw -f S16_LE -r 16000 -c 1 /tmp/heard &
recording=$!
wait_until 5 grep -q RUNNING /proc/asound/Loopback/pcm1c/sub0/status
say goforward.raw
sleep 1
kill $recording
wait $recording || true
# One sample a line, in decimal. Silence before the first sound aside, what was heard has to be what was played, but
# for its end, which the loop cuts by up to a tenth of a second.
samples() { od -An -v -t d2 -w2 "$1" | sed -n '/[1-9]/,$p'; }
samples "$recordings/goforward.raw" | head -n -1600 >/tmp/played
samples /tmp/heard | head -n "$(wc -l </tmp/played)" >/tmp/recorded
expect "what is played is heard, sample for sample" cmp /tmp/played /tmp/recorded
