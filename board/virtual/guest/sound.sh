# The microphone: a sound card whose output is its input. What a test plays, the appliance records. Sourced by tests.

recordings=/usr/share/pocketsphinx/test/data

# say FILE: plays raw 16 kHz mono sound, as someone in front of the microphone would; returns when it is over.
say() { aplay -q -D hw:Loopback,0 -t raw -f S16_LE -r 16000 -c 1 "$recordings/$1"; }

unplug_microphone() { echo snd_aloop.0 >/sys/bus/platform/drivers/snd_aloop/unbind; }
plug_microphone_in() { echo snd_aloop.0 >/sys/bus/platform/drivers/snd_aloop/bind; }

# What a machine whose first sound card is yet to come has not loaded: that card's driver, and those which it needs.
sound_drivers() { grep '^snd' /run/drivers/order; }
unload_sound() {
    for driver in $(sound_drivers | tac); do rmmod "${driver%.ko}" 2>/dev/null || true; done
    ! grep -q ' alsa$' /proc/devices
}
# Those that are loaded already stay.
load_sound() { for driver in $(sound_drivers); do insmod "/run/drivers/$driver" 2>/dev/null || true; done; }
