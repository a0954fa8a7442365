#!/bin/sh
# As a service: what is not there when the board starts is waited for, and only what waiting does not mend is not
. "$(dirname "$0")/../guest/board.sh"

install_service "$(dirname "$0")/board.yaml"
start_systemd
starts_by_itself() { wait_until 30 systemctl is-active -q "$1"; }

# A configuration that only root may read
chmod 600 "$service_configuration"
/usr/local/bin/earshot check "$service_configuration" >/tmp/check
expect "to root, 'check' says how to let the service read its configuration" \
    grep -q "sudo chmod a+rX $service_configuration" /tmp/check
expect "as long as the service may not, it does not start" not systemctl --quiet start earshot
sleep 8
for service in earshot earshot-safe; do
    expect "$service fails with the status of a wrong configuration" test "$(property ExecMainStatus $service)" -eq 78
    expect "and is not tried again" test "$(property NRestarts $service)" -eq 0
done
chmod 644 "$service_configuration"
expect "'check' has nothing to say then" \
    eval '/usr/local/bin/earshot check "$service_configuration" | not grep "chmod"'

# Pins whose driver comes late
remove_chip pinctrl-bcm2835
expect "without pins it does not start" not systemctl --quiet start earshot
expect "for something is missing" test "$(property ExecMainStatus earshot)" -eq 69
make_header
expect "when they have come, it starts by itself" starts_by_itself earshot
expect "and what keeps its outputs safe" starts_by_itself earshot-safe
expect "it never gives up" test "$(property StartLimitIntervalUSec earshot)" = 0

# A line that another program holds
systemctl stop earshot earshot-safe
.build/virtual-board/bare-loop "/dev/$chip" 5 17 >/tmp/ready &
holder=$!
wait_until 5 grep -q ready /tmp/ready
expect "while another program holds a line it does not start" not systemctl --quiet start earshot
kill $holder
expect "once the line is free, it starts by itself" starts_by_itself earshot

# Of what is wrong, its status tells systemd.
status() { property StatusText earshot; }
is_idle() { [ "$(status)" = idle ]; }

# A chip that begins anew while its lines are held, as an adapter does that was pulled out
before=$(process_of earshot)
remove_chip pinctrl-bcm2835
make_header
holds() { /usr/local/bin/earshot pins | grep -q "$1 .*held by 'earshot'"; }
expect "when a chip begins anew, its outputs are driven again" wait_until 10 holds GPIO22
expect "and its buttons are read again" wait_until 10 holds GPIO27
expect "and its light is driven again" wait_until 10 holds GPIO17
expect "then it is ready" wait_until 10 is_idle
press GPIO27
expect "and the next press lights it" wait_for_level GPIO17 1 2
release GPIO27
expect "by the same process" test "$(process_of earshot)" = "$before"

# A sound card, of whose drivers none is loaded when it starts
systemctl stop earshot
udevadm settle
expect "the kernel can be without sound" wait_until 10 unload_sound
expect "it starts without a sound card" systemctl start earshot
waits_for_microphone() { status | grep -q '^unavailable: no microphone'; }
expect "and waits for a microphone" wait_until 10 waits_for_microphone
load_sound
expect "when one has come, it is ready by itself" wait_until 30 is_idle
expect "and what is said moves the motor" run_the_motor
