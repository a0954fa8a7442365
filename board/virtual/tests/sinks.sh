#!/bin/sh
# As a service: dictated text gets into a file and a program where its sandbox lets it, and is kept where that does not yet
. "$(dirname "$0")/../guest/board.sh"

{
    sed '/^outputs:/,$ d' "$(dirname "$0")/board.yaml"
    cat <<'END'
recognize: dictation
dictation:
  profile: fast
  to:
    - { file: /var/lib/earshot/text.txt }
    - { file: /srv/texts/text.txt }
    - { program: [/etc/earshot/print-label, one, "two words"], format: json }
END
} >/tmp/kiosk.yaml
install_service /tmp/kiosk.yaml
mount -t tmpfs tmpfs /srv

# A program that tells of its sandbox, and keeps what it reads where the service may write.
cat >/etc/earshot/print-label <<'END'
#!/bin/sh
{
    id -un
    printf '%s\n' "$@"
    touch /srv/texts/mine 2>/dev/null && echo "writes everywhere"
    grep -c : /proc/net/dev
} >/var/lib/earshot/label
exec cat >>/var/lib/earshot/label
END
chmod 755 /etc/earshot/print-label
start_systemd

# As somebody at the board, whom systemd answers.
at_board() {
    read -r first <"/proc/$systemd/task/$systemd/children" || [ -n "$first" ]
    nsenter --target "$first" --pid --mount --root --wd "$@"
}
earshot() { at_board /usr/local/bin/earshot "$@"; }

expect "a check says what the service may not write, and how it may" \
    eval 'earshot check $service_configuration 2>&1 | tee /tmp/check | grep -q "ReadWritePaths=/srv/texts"'
install -d -o earshot -g earshot /srv/texts
expect "the service starts" systemctl start earshot
/usr/local/bin/earshot watch --json >/tmp/told &
wait_until 10 test -s /tmp/told

press GPIO27
wait_for_level GPIO17 1 2
say goforward.raw
release GPIO27
text() { cat /var/lib/earshot/text.txt 2>/dev/null; }
expect "what is dictated is in the file" wait_until 30 test -s /var/lib/earshot/text.txt
measured "text" "$(text)"
expect "which is its own, and its group's to read" test "$(stat -c '%U %a' /var/lib/earshot/text.txt)" = "earshot 640"
expect "the program has it" wait_until 10 grep -qF "\"text\":\"$(text)\"" /var/lib/earshot/label
expect "it is the service's user, has its arguments, and only this machine's own network, and writes nowhere else" \
    test "$(head -n 4 /var/lib/earshot/label | tr '\n' ' ')" = "earshot one two words 1 "
expect "a file elsewhere is refused, though its folder is the service's, and the log says how it may be" \
    grep -q "'/srv/texts/text.txt' cannot be written.*Read-only file system.*'earshot check' says how" $service_log
expect "no word of it is in the log" not grep -qiF "$(text)" $service_log
expect "status tells that it waits" \
    eval 'earshot status --json | grep -q "\"problem\":\"[^\"]*\",\"waiting\":1"'

# As the documentation says.
mkdir -p "$units/earshot.service.d"
printf '[Service]\nReadWritePaths=/srv/texts\n' >"$units/earshot.service.d/texts.conf"
systemctl daemon-reload
expect "a check has nothing against it then" \
    eval '! earshot check $service_configuration 2>&1 | grep -q ReadWritePaths'
: >$service_log
expect "the service starts again" systemctl restart earshot
expect "the program has ended with the one before, and is there again" \
    wait_until 20 eval 'test "$(pgrep -cf "cat" -u earshot)" -eq 1'
press GPIO27
wait_for_level GPIO17 1 5
say goforward.raw
release GPIO27
expect "and what is dictated is in the file elsewhere, too" wait_until 30 test -s /srv/texts/text.txt
expect "it stops when asked to" systemctl stop earshot
expect "and has left no program behind" eval '! pgrep -u earshot -x cat >/dev/null'
