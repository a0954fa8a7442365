# Simulated pins: a chip made through configfs, its outputs read and its inputs driven through sysfs. Sourced by tests.

# make_chip LABEL LINES [OFFSET:NAME…]: a chip that is found by its label, with named lines.
make_chip() {
    configuration=/sys/kernel/config/gpio-sim/$1
    mkdir -p "$configuration/bank0"
    echo "$1" >"$configuration/bank0/label"
    echo "$2" >"$configuration/bank0/num_lines"
    shift 2
    for line; do echo "$configuration/bank0/line${line%%:*}"; done | xargs mkdir
    for line; do echo "${line#*:}" >"$configuration/bank0/line${line%%:*}/name"; done
    echo 1 >"$configuration/live"
    chip=$(cat "$configuration/bank0/chip_name")
    pins=/sys/devices/platform/$(cat "$configuration/dev_name")/$chip
}

# The 40-pin header of a Raspberry Pi, as its pin controller shows it: lines GPIO2 to GPIO27.
make_header() {
    # shellcheck disable=SC2046 # a list of lines
    make_chip pinctrl-bcm2835 54 $(for line in $(seq 2 27); do echo "$line:GPIO$line"; done)
}

remove_chip() {
    configuration=/sys/kernel/config/gpio-sim/$1
    echo 0 >"$configuration/live"
    rmdir "$configuration"/bank0/line* "$configuration/bank0" "$configuration"
}

# Lines are those of the last chip made, named GPIOn or n.
file_of() { echo "$pins/sim_gpio${1#GPIO}/$2"; }

# drive LINE 0|1: what a wire, or a resistor, does to a line that no program drives.
drive() {
    case $2 in
        0) echo pull-down ;;
        1) echo pull-up ;;
    esac >"$(file_of "$1" pull)"
}

# A button is wired from its line to ground.
press() { drive "$1" 0; }
release() { drive "$1" 1; }

# The level of a line, driven by the program that holds it or by its wire, comes to be in `level`: without a process, since it is
# looked at again and again.
read_level() { read -r level <"$pins/sim_gpio${1#GPIO}/value"; }
has_level() { read_level "$1" && [ "$level" = "$2" ]; }

# wait_for_level LINE 0|1 SECONDS
wait_for_level() { wait_until "$3" has_level "$1" "$2"; }
