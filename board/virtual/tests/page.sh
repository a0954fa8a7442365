#!/bin/sh
# As a service: the bridge to browsers works in its sandbox, where it has no sound card, no pin, and no network but its socket
. "$(dirname "$0")/../guest/board.sh"

{ cat "$(dirname "$0")/board.yaml" && echo 'socket: { words: on }'; } >/tmp/page.yaml
install_service /tmp/page.yaml
printf 'words: on\npress: on\n' >/etc/earshot/web.yaml
page=http://127.0.0.1:8027

# The board's files are under a root of its own, where the kernel makes no namespace of users.
mkdir -p "$units/earshot-web.service.d"
printf '[Service]\nPrivateUsers=no\n' >"$units/earshot-web.service.d/root.conf"
start_systemd
expect "systemd has nothing against the unit" \
    eval 'systemd-analyze verify /usr/local/lib/systemd/system/earshot-web.service >/tmp/verify 2>&1 && ! test -s /tmp/verify'
expect "the appliance starts" systemctl start earshot
expect "and the bridge" systemctl start earshot-web
bridge=$(process_of earshot-web)
expect "it is not root, and not the appliance" test "$(stat -c %U "/proc/$bridge")" = earshot-web
expect "it sees no sound card and no pin" \
    eval 'test -e "/proc/$bridge/root/dev/null" && ! ls "/proc/$bridge/root/dev" | grep -q "snd\|gpio"'
expect "it has no capability" grep -q 'CapEff:	0*$' "/proc/$bridge/status"

expect "it has no network" eval '! nsenter -t "$bridge" -n curl -s -m 5 -o /dev/null $page/'

expect "the page is served" eval 'curl -sf $page/ | grep -q "<title>"'
is_idle() { curl -sf $page/status | grep -q '"state":"idle"'; }
expect "the appliance is idle, it says" wait_until 20 is_idle
curl -sN -H "Accept: text/event-stream" $page/events >/tmp/stream 2>/dev/null &
press GPIO27
expect "a press is told to pages" wait_until 20 grep -q '"state":"recording"' /tmp/stream
wait_for_level GPIO17 1 2
say goforward.raw
release GPIO27
expect "and what was said" wait_until 20 grep -q 'go forward ten meters' /tmp/stream
expect "which moves the motor" wait_for_level GPIO22 1 20
expect "a page from elsewhere is refused" \
    test "$(curl -s -m 5 -o /dev/null -w '%{http_code}' -H 'Origin: http://evil.example' $page/events)" = 403

kill -KILL "$bridge"
has_another() { systemctl is-active -q earshot-web && test "$(process_of earshot-web)" != "$bridge"; }
expect "a bridge that is killed is started again" wait_until 30 has_another
expect "and serves the page" wait_until 20 is_idle
expect "the appliance did not notice" systemctl is-active -q earshot
expect "it stops when asked to" systemctl stop earshot-web
expect "and so does its socket" eval '! curl -s -m 5 -o /dev/null $page/'

mkdir -p "$units/earshot-web.socket.d"
printf '[Socket]\nListenStream=\nListenStream=127.0.0.2:8127\n' >"$units/earshot-web.socket.d/place.conf"
systemctl daemon-reload
expect "it starts where its socket is said to be" systemctl start earshot-web
page=http://127.0.0.2:8127
expect "and serves the page there" wait_until 20 is_idle

printf 'wrods: on\n' >/etc/earshot/web.yaml
systemctl stop earshot-web
expect "with a mistake in its configuration systemd listens all the same" systemctl start earshot-web.socket
begun() { systemctl show -P ExecMainPID earshot-web; }
curl -s -m 5 -o /dev/null $page/ || true
first=$(begun)
expect "and who comes has it begin once, not again and again" eval 'sleep 3; test "$(begun)" = "$first"'
is_closed() { curl -s -m 5 -o /dev/null $page/ || ! systemctl is-active -q earshot-web.socket; }
expect "who comes back and back finds nobody listening" wait_until 20 is_closed
printf 'words: on\n' >/etc/earshot/web.yaml
expect "once it is mended, it starts" systemctl restart earshot-web
expect "and serves the page" wait_until 20 is_idle
