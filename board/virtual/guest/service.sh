# systemd itself, first process of a namespace of its own, and udev, with what `make install` brings: the program, its
# units, its user and its rule. Only the targets of a whole system are missing. Sourced by tests.

units=/run/units
service_log=/run/service.log
service_configuration=/etc/earshot/earshot.yaml
systemd=

# install_service CONFIGURATION: the files, an /etc and a /var that can be written to, the user, and udev.
install_service() {
    for folder in bin lib share; do mount --bind ".build/virtual-board/root/usr/local/$folder" "/usr/local/$folder"; done
    # Of what only root may read on the machine that emulates this, the emulator gives nothing where it is not root there.
    cp -a /etc /run/etc 2>/tmp/etc || if grep -v 'Permission denied' /tmp/etc; then return 1; fi
    mount --bind /run/etc /etc
    mount -t tmpfs tmpfs /var/lib
    mount -t tmpfs tmpfs /var/tmp
    mount -t cgroup2 cgroup2 /sys/fs/cgroup
    # shellcheck disable=SC2046 # a list of files
    systemd-sysusers earshot.conf $(bridges | sed 's/$/.conf/') 2>/tmp/sysusers
    install -D -m 644 "$1" $service_configuration
    /lib/systemd/systemd-udevd --daemon 2>/tmp/udevd
    udevadm trigger --action=add --subsystem-match=gpio --subsystem-match=sound
    udevadm settle
}

bridges() { sed -n 's/^\(earshot-[a-z]*\) .*/\1/p' board/bridges; }

# The board's files are the host's, under a root of its own: udevadm takes that for a reason to do nothing.
udevadm() { SYSTEMD_IGNORE_CHROOT=1 command udevadm "$@"; }

# start_systemd: nothing is started by it yet.
start_systemd() {
    for target in board basic sysinit shutdown sound multi-user; do
        mkdir -p $units
        printf '[Unit]\nDefaultDependencies=no\n' >"$units/$target.target"
    done
    for unit in earshot earshot-safe $(bridges); do
        mkdir -p "$units/$unit.service.d"
        printf '[Service]\nStandardOutput=append:%s\nStandardError=inherit\n' $service_log >"$units/$unit.service.d/log.conf"
    done
    # As systemd's own has modprobe do it, which would look where this kernel has no drivers.
    printf '[Unit]\nDefaultDependencies=no\n[Service]\nType=oneshot\nExecStart=-/sbin/insmod /run/drivers/%%i.ko\n' \
        >"$units/modprobe@.service"
    : >$service_log
    env container=board SYSTEMD_UNIT_PATH="$units:/usr/local/lib/systemd/system" \
        unshare --mount --pid --fork --mount-proc --kill-child \
        /lib/systemd/systemd --system --unit=board.target --log-target=console --show-status=no >/tmp/systemd 2>&1 &
    systemd=$!
    wait_until 60 test -S /run/systemd/private
    wait_until 60 systemctl is-active -q board.target
}

# systemd answers those alone whom it can see.
systemctl() {
    read -r first <"/proc/$systemd/task/$systemd/children" || [ -n "$first" ] # which ends without a newline
    nsenter --target "$first" --pid --mount --root --wd systemctl "$@"
}

# What a later test of the same boot must not find.
remove_service() {
    [ -n "$systemd" ] || return 0
    [ "$failed" -eq 0 ] || cat $service_log /tmp/systemd
    kill -KILL "$systemd"
    wait "$systemd" 2>/dev/null || true
    udevadm control --exit
    umount -l /sys/fs/cgroup /var/tmp /var/lib /etc /usr/local/share /usr/local/lib /usr/local/bin
    rm -rf /run/etc /run/systemd /run/udev /run/earshot $units $service_log
}

# property NAME SERVICE
property() { systemctl show --value -p "$1" "$2"; }

# The process of a service, as this test's own namespace numbers it.
process_of() { cat "/sys/fs/cgroup/system.slice/$1.service/cgroup.procs" 2>/dev/null; }

# end SIGNAL SERVICE: where a trace of its own begins.
end() {
    ended=$(process_of "$2")
    restart_trace
    mark end
    kill -"$1" "$ended"
}

# comes_back SERVICE: whether the one that was ended last is started again.
comes_back() { wait_until 30 has_another_process "$1"; }
has_another_process() {
    new=$(process_of "$1") || return 1
    [ "${new:-$ended}" != "$ended" ] && systemctl is-active -q "$1"
}

# Wired the unsafe way round: a motor, and a light, whose line nobody drives is on.
wire_unsafely() {
    drive GPIO22 1
    drive GPIO17 1
}
is_safe() { has_level GPIO22 0 && has_level GPIO17 0; }

# Milliseconds from `mark end` until the motor is driven off.
off_after() { delays "mark end" "set 22 0"; }
is_off_within() { wait_for_level GPIO22 0 15 && [ "$(off_after | cut -d . -f 1)" -lt "$1" ]; }

# Longest time in ms that nobody drove a line which was then driven off.
undriven() { delays "free ${1#GPIO}" "set ${1#GPIO} 0" | statistics | cut -d ' ' -f 3; }

# By what is said, with the button held.
run_the_motor() {
    press GPIO27
    wait_for_level GPIO17 1 2
    say goforward.raw
    release GPIO27
    wait_for_level GPIO22 1 20
}
