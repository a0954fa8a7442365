# Waiting, in the kernel's time. Sourced by tests.

# Hundredths of a second since boot.
now() {
    read -r uptime _ </proc/uptime
    echo "$((${uptime%.*} * 100 + 1${uptime#*.} - 100))"
}

# wait_until SECONDS COMMAND…: until the command succeeds; fails if it has not within that time.
wait_until() {
    deadline=$(($(now) + $1 * 100))
    shift
    until "$@"; do
        [ "$(now)" -lt "$deadline" ] || return 1
        sleep 0.02
    done
}
