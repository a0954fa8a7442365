#!/bin/sh
# The bridge that types: what it types comes out of the kernel, and nothing where nobody has logged in
. "$(dirname "$0")/../guest/board.sh"

expect "the kernel makes keyboards" test -c /dev/uinput
.build/debug/earshotPackageTests.xctest --testing-library swift-testing --filter '\.KeyboardTests/' >/tmp/tests 2>&1 ||
    cat /tmp/tests
expect "they pass" grep -q 'Test run with [1-9].* passed' /tmp/tests
expect "and none is skipped" not grep -q skipped /tmp/tests

# A kiosk: dictation by a button.
{ sed '/^outputs:/,$ d' "$(dirname "$0")/board.yaml" && printf 'recognize: dictation\nsocket: { words: on }\n'; } >/tmp/kiosk.yaml
install_service /tmp/kiosk.yaml
echo 'kiosk:x:1500:1500::/tmp:/bin/sh' >>/etc/passwd
printf 'user: kiosk\nafter: return\n' >/etc/earshot/keyboard.yaml
mkdir -p $units
cp /lib/systemd/system/dbus.socket /lib/systemd/system/dbus.service /lib/systemd/system/systemd-logind.service \
    /lib/systemd/system/user.slice $units
for unit in dbus.socket dbus.service systemd-logind.service user.slice; do
    mkdir -p "$units/$unit.d"
    printf '[Unit]\nDefaultDependencies=no\n' >"$units/$unit.d/alone.conf"
done
udevadm trigger --sysname-match=uinput
udevadm settle
start_systemd

# refused TEXT: the bridge has said why it types nothing.
refused() { grep -q "was not typed: $1" $service_log; }
dictate() {
    press GPIO27
    wait_for_level GPIO17 1 2
    say goforward.raw
    release GPIO27
}

expect "systemd's logind runs" systemctl start dbus.socket systemd-logind
expect "the appliance starts" systemctl start earshot
expect "and the bridge" systemctl start earshot-keyboard
bridge=$(process_of earshot-keyboard)
expect "it is not root, and not the appliance" test "$(stat -c %U "/proc/$bridge")" = earshot-keyboard
expect "it has no capability" grep -q 'CapEff:	0*$' "/proc/$bridge/status"
expect "nothing is typed where nobody has logged in" eval 'dictate && wait_until 30 refused "nobody has logged in"'
