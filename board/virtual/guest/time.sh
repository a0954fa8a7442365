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

# wait_until SECONDS COMMAND…: until the command succeeds; fails if it has not within that time.
#
# The board has one processor, which what is waited for needs, too, and to start a program, `sleep` among them, takes an emulator
# longest. So there are few looks: a pause is as long as four looks, and a quarter of the time until then, up to 0.1 s.
wait_until() {
    look_at_clock
    from=$time
    deadline=$((from + $1 * 100))
    shift
    while began=$time; ! "$@"; do
        look_at_clock
        [ "$time" -lt "$deadline" ] || return 1
        pause=$(((time - from) / 4))
        [ "$pause" -le 10 ] || pause=10
        sleep "$((2 + pause + 4 * (time - began)))e-2"
        look_at_clock
    done
}
