#!/bin/sh
# As a service: the bridge to MQTT works in its sandbox, which has a network, and no sound card and no pin
. "$(dirname "$0")/../guest/board.sh"

{ cat "$(dirname "$0")/board.yaml" && echo 'socket: { output: on }'; } >/tmp/bridge.yaml
install_service /tmp/bridge.yaml
printf 'broker: localhost\ntopic: box\n' >/etc/earshot/mqtt.yaml
ip link set lo up
mosquitto >/tmp/broker 2>&1 &

# told TOPIC PAYLOAD: within 20 s that is what the broker tells whoever comes.
told() { wait_until 20 is_told "$1" "$2"; }
is_told() { [ "$(mosquitto_sub -C 1 -W 5 -t "box/$1")" = "$2" ]; }

# The board's files are under a root of its own, where the kernel makes no namespace of users.
mkdir -p "$units/earshot-mqtt.service.d"
printf '[Service]\nPrivateUsers=no\n' >"$units/earshot-mqtt.service.d/root.conf"
start_systemd
expect "systemd has nothing against the unit" \
    eval 'systemd-analyze verify /usr/local/lib/systemd/system/earshot-mqtt.service >/tmp/verify 2>&1 && ! test -s /tmp/verify'
expect "the appliance starts" systemctl start earshot
expect "and the bridge" systemctl start earshot-mqtt
bridge=$(process_of earshot-mqtt)
expect "it is not root, and not the appliance" test "$(stat -c %U "/proc/$bridge")" = earshot-mqtt
expect "its broker knows that both are there" told availability online
expect "it sees no sound card and no pin" \
    eval 'test -e "/proc/$bridge/root/dev/null" && ! ls "/proc/$bridge/root/dev" | grep -q "snd\|gpio"'
touch /var/lib/earshot/learned
expect "nor what the appliance keeps" eval 'kept=$(ls -A "/proc/$bridge/root/var/lib/earshot") && test -z "$kept"'
expect "it has no capability" grep -q 'CapEff:	0*$' "/proc/$bridge/status"

mosquitto_pub -q 1 -t box/output/motor/set -m ON
expect "what the broker is asked for moves the motor" wait_for_level GPIO22 1 20
expect "and is told" told output/motor ON
mosquitto_pub -q 1 -t box/output/motor/set -m OFF
expect "and back" wait_for_level GPIO22 0 20

expect "the appliance stops" systemctl stop earshot
expect "the broker knows" told availability offline
expect "the appliance starts again" systemctl start earshot
expect "the broker knows that, too" told availability online
kill -KILL "$bridge"
expect "a bridge that is killed is started again" wait_until 30 eval 'systemctl is-active -q earshot-mqtt && test "$(process_of earshot-mqtt)" != "$bridge"'
expect "and its broker knows that it is back" told availability online
expect "the appliance did not notice" systemctl is-active -q earshot
expect "it stops when asked to" systemctl stop earshot-mqtt
