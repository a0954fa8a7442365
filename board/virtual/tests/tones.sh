#!/bin/sh
# Tones sound in the same room as the microphone, and nothing of them is in what is dictated
. "$(dirname "$0")/../guest/board.sh"
longest_pause=2 # for a tone is over in a fifth of a second, and something is said into it

# The room: all that is played is heard together.
cat >/tmp/asound.conf <<'END'
</usr/share/alsa/alsa.conf>
pcm.mix {
    type dmix
    ipc_key 4711
    slave {
        pcm { type hw card Loopback device 0 subdevice 0 }
        format S16_LE
        rate 16000
        channels 1
        period_time 0
        buffer_time 0
        period_size 256
        buffer_size 4096
    }
}
pcm.room { type plug slave.pcm mix }
END
export ALSA_CONFIG_PATH=/tmp/asound.conf
in_room() { aplay -q -D room -t raw -f S16_LE -r 16000 -c 1 "$1"; }
python3 - >/tmp/whistle <<'END'
import math, struct, sys
for at in range(8000):
    sys.stdout.buffer.write(struct.pack("<h", int(6000 * math.sin(2 * math.pi * 880 * at / 16000))))
END

python3 "$guest/hear-tones.py" /tmp/engine 880 660 990 440 330 >/tmp/heard &
{
    sed '/^outputs:/,$ d' "$(dirname "$0")/board.yaml"
    echo 'recognize: dictation'
    echo 'dictation: { engine: unix:///tmp/engine }'
    echo 'voice: { device: room, tones: on }'
} >/tmp/kiosk.yaml
start_appliance /tmp/kiosk.yaml
in_room /dev/zero 2>/dev/null &
heard() { test "$(grep -c . /tmp/heard)" -ge "$1"; }
idle_again() { wait_until 20 eval 'grep "\"state\"" "$events" | tail -n 1 | grep -q "\"idle\""'; }

expect "the room is silent" wait_for_event 'gives nothing but silence' 10
press GPIO27
expect "the tone that says when to speak is heard in it" wait_for_event 'sounds well again' 2
in_room $recordings/goforward.raw
release GPIO27
expect "what was said is heard" wait_until 20 heard 1
press GPIO27 # while the tone of the end sounds
in_room $recordings/goforward.raw
release GPIO27
expect "and what was said into the tone of the end" wait_until 20 heard 2
idle_again
press GPIO27
sleep 0.5
release GPIO27
expect "nothing said is refused" wait_for_event '"reason":"no-speech"' 20
press GPIO27
in_room $recordings/goforward.raw
release GPIO27
expect "and what is said into the tone of the refusal is heard" wait_until 20 heard 4 # with the half second of nothing
expect "nothing of any tone was" not grep -v 'no tone' /tmp/heard
idle_again
press GPIO27
sleep 0.5
in_room /tmp/whistle
in_room $recordings/goforward.raw
release GPIO27
expect "what somebody whistles is" wait_until 20 grep -q 880 /tmp/heard
