#!/bin/sh
# Killed again and again at moments from its start on while the motor runs, it leaves the motor off every time
. "$(dirname "$0")/../guest/board.sh"

# More of them: board/virtual/boot env KILLS=20 sh board/virtual/tests/storm.sh
kills=${KILLS:-10}
# It runs from the moment that the line is the appliance's, so that kills come while that starts, too.
sed 's/{ line: GPIO22 }/{ line: GPIO22, initial: on }/' "$(dirname "$0")/board.yaml" >/tmp/storm.yaml
install_service /tmp/storm.yaml
start_systemd
# What is tried is not how long systemd waits with the next start.
printf '[Service]\nRestartSec=1s\n' >"$units/earshot.service.d/soon.conf"
systemctl daemon-reload
drive GPIO22 1
systemctl start earshot

safe=0
for number in $(seq 0 $((kills - 1))); do
    wait_for_level GPIO22 1 30
    # Each time later, from the first moment on: evenly over the second and a half in which all of it has started.
    sleep "$((number * 1500 / kills))e-3"
    end KILL earshot
    is_off_within 100 && safe=$((safe + 1))
    off_after >>/tmp/delays
    systemctl reset-failed earshot # of its restarts, which are twenty in ten minutes at most
done
expect "after each of $kills kills the motor is off within 0.1 s" test "$safe" -eq "$kills"
measured "median and maximum in ms" "$(statistics </tmp/delays | cut -d ' ' -f 2-)"
expect "after the last, the appliance is back" comes_back earshot
