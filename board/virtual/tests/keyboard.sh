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
# A session of that user's on the screen, in which a program reads what is typed.
for kind in auth account session; do echo "$kind required pam_permit.so"; done >/etc/pam.d/kiosk
echo 'session required pam_systemd.so class=user type=tty' >>/etc/pam.d/kiosk
cat >$units/kiosk.service <<'END'
[Unit]
DefaultDependencies=no

[Service]
User=kiosk
PAMName=kiosk
TTYPath=/dev/tty1
StandardInput=tty
StandardOutput=append:/tmp/typed
ExecStart=/bin/cat
END
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

expect "the user logs in" systemctl start kiosk
is_there() { grep -qs '^ACTIVE=1' /run/systemd/sessions/*; }
expect "as logind knows" wait_until 20 is_there
/usr/local/bin/earshot watch --json >/tmp/told &
wait_until 10 test -s /tmp/told
dictate
# A pause shortly before the button is let go of settles the words, so that the end has none.
said() { sed -n 's/.*"event":"final".*"text":"\([^"]\{1,\}\)","v":1}$/\1/p' /tmp/told; }
# Whatever was understood: what matters here is that it gets where it should. Before it there is what the tests above have typed.
is_typed() { said >/tmp/said && test -s /tmp/said && tail -c "$(wc -c </tmp/said)" /tmp/typed | cmp -s - /tmp/said; }
expect "what is dictated then comes out of the terminal, letter by letter, and a return" wait_until 30 is_typed
measured "typed" "$(cat /tmp/typed)"
expect "the user logs out" systemctl stop kiosk
: >/tmp/typed
before=$(said | wc -l)
expect "and nothing is typed any more" eval 'dictate && wait_until 30 eval "test \$(said | wc -l) -gt $before" && sleep 3 && not test -s /tmp/typed'
