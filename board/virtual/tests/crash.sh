#!/bin/sh
# A program that is killed leaves lines that can be had again, and no light
. "$(dirname "$0")/../guest/board.sh"

start_appliance "$(dirname "$0")/board.yaml"
press GPIO27
expect "the light is lit" wait_for_level GPIO17 1 1
stop_appliance KILL
release GPIO27
expect "after the crash the light's line falls to its wire" wait_for_level GPIO17 0 1
expect "the appliance starts again" start_appliance "$(dirname "$0")/board.yaml"
press GPIO27
expect "and raises the light" wait_for_level GPIO17 1 1
