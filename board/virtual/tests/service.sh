#!/bin/sh
# As a service: it works in its sandbox, and however it ends, its outputs are held safe until it is back
. "$(dirname "$0")/../guest/board.sh"

# The motor runs until something stops it.
sed -e 's/on_for: 3s/on_for: 1m/' -e 's/{ line: GPIO22 }/{ line: GPIO22, max_on: 1m }/' "$(dirname "$0")/board.yaml" \
    >/tmp/service.yaml

expect "without udev the pins are root's" test "$(stat -c '%G %a' "/dev/$chip")" = "root 600"
install_service /tmp/service.yaml
expect "udev gives the pins to the group gpio" test "$(stat -c '%G %a' "/dev/$chip")" = "gpio 660"
expect "in which earshot is" eval 'id -nG earshot | grep -qw gpio'
expect "so that earshot may ask for pins, without being root" \
    eval 'setpriv --reuid earshot --regid earshot --init-groups /usr/local/bin/earshot pins | grep -q GPIO22'

expect "it needs no Swift compiler" eval 'ldd /usr/local/bin/earshot >/tmp/libraries && ! grep -i swift /tmp/libraries'

start_systemd
expect "systemd has nothing against the units" \
    eval 'systemd-analyze verify /usr/local/lib/systemd/system/earshot*.service >/tmp/verify 2>&1 && ! test -s /tmp/verify'
wire_unsafely
expect "the service starts" systemctl start earshot
expect "and with it what keeps its outputs safe" systemctl is-active -q earshot-safe
expect "the motor is off, and the light out" is_safe
expect "it is not root" test "$(stat -c %U "/proc/$(process_of earshot)")" = earshot
expect "it sees no network" test "$(grep -c : "/proc/$(process_of earshot)/net/dev")" -eq 1

# What is said
press GPIO27
expect "a press raises the light" wait_for_level GPIO17 1 1
expect "its microphone is read in real time" \
    eval 'cut -d " " -f 40 "/proc/$(process_of earshot)/task/"*/stat | grep -q "[1-9]"'
say goforward.raw
release GPIO27
expect "what is said moves the motor" wait_for_level GPIO22 1 20
expect "because it was understood" grep -q "✓  go" "$service_log"
expect "no word that was said is written down" not grep -qi "ten meters" "$service_log"
expect "no trace of the utterance is left" test -z "$(ls -A /dev/shm)"

# A program that hangs
end STOP earshot
expect "when it hangs, the motor is off within the watchdog's 10 s, and the 0.1 s that a kill may take" is_off_within 10100
measured "in ms" "$(off_after)"
measured "of which nobody drove the line, in ms" "$(undriven GPIO22)"
expect "the light is out" has_level GPIO17 0
expect "it is started again" comes_back earshot
expect "with the motor off all the time" test "$(history | grep -c "set 22 1")" -eq 0
measured "nobody drove a line when it was handed over, in ms, at most" "$(undriven GPIO22)"

# A program that is killed
expect "it moves the motor again" run_the_motor
end KILL earshot
expect "when it is killed, the motor is off within 0.1 s" is_off_within 100
measured "in ms" "$(off_after)"
expect "it is started again" comes_back earshot

# Stop and start
expect "it moves the motor again" run_the_motor
restart_trace
mark end
expect "it stops when asked to" systemctl stop earshot
wire_unsafely
expect "the motor is off and the light out, whatever their wires do" is_safe
measured "in ms" "$(off_after)"
expect "it starts again when asked to" systemctl start earshot
expect "and moves the motor" run_the_motor

# A newer version of both takes over
expect "it moves the motor again" run_the_motor
restart_trace
expect "they can be restarted together" systemctl restart earshot-safe earshot
expect "the motor is off and the light out" is_safe
measured "nobody drove a line in between, in ms, at most" "$(undriven GPIO22)"
expect "the service moves the motor" run_the_motor

# What keeps the outputs safe is killed while the motor runs, and so is the program
end KILL earshot-safe
expect "what keeps the outputs safe is started again" comes_back earshot-safe
expect "with the service as it was, and the motor running" eval 'systemctl is-active -q earshot && ! history | grep -q "free 22"'
end KILL earshot
expect "when the service is killed now, the motor is off within a second" is_off_within 1100
measured "in ms" "$(off_after)"
expect "it is started again" comes_back earshot

# A mistake in the configuration, which a restart finds while the motor runs
expect "it moves the motor again" run_the_motor
echo 'lissen: button' >>"$service_configuration"
expect "with a mistake in its configuration it does not start" not systemctl --quiet restart earshot
sleep 3
expect "its status says why" test "$(property ExecMainStatus earshot)" -eq 78
expect "so does the log, with the place" grep -q "earshot.yaml:$(wc -l <"$service_configuration"):.*lissen" "$service_log"
expect "it is not tried again" test "$(property ActiveState earshot)" = failed
expect "the outputs of before are safe" is_safe
sed -i '$d' "$service_configuration"
expect "without the mistake it starts" systemctl start earshot

# The machine shuts down: that target conflicts with every service that does not say otherwise
expect "it moves the motor again" run_the_motor
expect "a shutdown ends the service" eval 'systemctl start shutdown.target && ! systemctl is-active -q earshot'
expect "but not what keeps its outputs safe" systemctl is-active -q earshot-safe
expect "the motor is off and the light out" is_safe
