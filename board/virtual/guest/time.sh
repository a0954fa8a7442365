# Waiting, in the kernel's time. Sourced by tests.

# Hundredths of a second since boot; look_at_clock leaves them in `time`, and starts no process for it.
look_at_clock() {
    read -r uptime _ </proc/uptime
    time=$((${uptime%.*} * 100 + 1${uptime#*.} - 100))
}
now() {
    look_at_clock
    echo "$time"
}

# The longest pause between two looks, in hundredths of a second.
longest_pause=20

# wait_until SECONDS COMMAND…: until the command succeeds; fails if it has not within that time.
#
# The board has one processor, which what is waited for needs, too, and to start a program, `sleep` among them, takes an emulator
# longest. So there are few looks: a pause is a quarter of the time until then.
wait_until() {
    look_at_clock
    from=$time
    deadline=$((from + $1 * 100))
    shift
    until "$@"; do
        look_at_clock
        [ "$time" -lt "$deadline" ] || return 1
        pause=$((2 + (time - from) / 4))
        [ "$pause" -le "$longest_pause" ] || pause=$longest_pause
        sleep "${pause}e-2"
    done
}
