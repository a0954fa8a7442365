#!/bin/sh
# A program that is killed leaves nothing moving: its outputs can be driven to safety, and the lines be had again
. "$(dirname "$0")/../guest/board.sh"
configuration=$(dirname "$0")/board.yaml

start_appliance "$configuration"
press GPIO27
expect "the light is lit" wait_for_level GPIO17 1 1
say goforward.raw
release GPIO27
expect "the motor runs" wait_for_level GPIO22 1 20

# Wired the unsafe way round: a motor whose line nobody drives runs.
stop_appliance KILL
drive GPIO22 1
expect "after a crash a line does what its wire does" has_level GPIO22 1
$earshot outputs --safe --hold --config "$configuration" >/tmp/holding &
holder=$!
expect "the safe level is driven" wait_for_level GPIO22 0 5
sleep 1
drive GPIO22 1
expect "and held against the wire" has_level GPIO22 0
expect "the light that was lit at the crash is out" has_level GPIO17 0

kill $holder
wait $holder
expect "the appliance has the lines again" start_appliance "$configuration"
expect "with the motor off" has_level GPIO22 0
press GPIO27
expect "and a press raises the light" wait_for_level GPIO17 1 1
