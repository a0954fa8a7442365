# What happened to the pins and the sound card, and when, told by the kernel itself: probes on the drivers' functions
# write into its trace buffer, with its clock. Sourced by tests.

tracing=/sys/kernel/tracing

# The arguments of a function are in the registers di, si and dx of an x86-64. A sound stream's direction lies 60 bytes
# into `struct snd_pcm_substream`: 0 plays, 1 records.
start_trace() {
    echo 0 >$tracing/events/enable
    cat >$tracing/kprobe_events <<'END'
p:board/pull gpio_sim:gpio_sim_apply_pull line=%si:u32 level=%dx:u32
p:board/set gpio_sim:gpio_sim_set line=%si:u32 level=%dx:u32
p:board/set_many gpio_sim:gpio_sim_set_multiple lines=+0(%si):u32 levels=+0(%dx):u32
p:board/output gpio_sim:gpio_sim_direction_output line=%si:u32 level=%dx:u32
p:board/free gpio_sim:gpio_sim_free line=%si:u32
p:board/sound snd_aloop:loopback_trigger start=%si:u32 records=+60(%di):u32
END
    echo mono >$tracing/trace_clock
    echo >$tracing/trace
    echo 1 >$tracing/events/board/enable
}

# Forgets what was.
restart_trace() { echo >$tracing/trace; }

stop_trace() {
    echo 0 >$tracing/events/enable
    echo >$tracing/kprobe_events
}

# mark WORD: a line of the test's own among those of the kernel.
mark() { echo "$*" >$tracing/trace_marker; }

# The trace in lines "SECONDS WHAT": `pull 17 0` (an input's wire), `set 27 1` (an output's level), `free 27` (a line
# given up), `play 1` and `record 1` (a stream starts; 0: it stops), `mark WORD`.
history() {
    awk '
        function value(name) { match($0, " " name "=[0-9]+"); return substr($0, RSTART + length(name) + 2, RLENGTH - length(name) - 2) }
        /^#/ { next }
        { for (i = 1; $i !~ /^[0-9]+\.[0-9]+:$/; i++); time = substr($i, 1, length($i) - 1); event = $(i + 1) }
        event == "tracing_mark_write:" { sub(/.*tracing_mark_write: /, ""); print time, "mark", $0 }
        event == "pull:" { print time, "pull", value("line"), value("level") }
        event == "set:" || event == "output:" { print time, "set", value("line"), value("level") }
        event == "free:" { print time, "free", value("line") }
        event == "sound:" { print time, value("records") == 1 ? "record" : "play", value("start") }
        event == "set_many:" {
            lines = value("lines"); levels = value("levels")
            for (line = 0; line < 32; line++) {
                if (lines % 2) print time, "set", line, levels % 2
                lines = int(lines / 2); levels = int(levels / 2)
            }
        }
    ' $tracing/trace
}

# delays CAUSE EFFECT: milliseconds from each cause in the history to the first effect after it, a line each.
delays() {
    history | awk -v cause="$1" -v effect="$2" '
        { time = $1; sub(/^[^ ]+ /, "") }
        $0 == cause { from = time }
        $0 == effect && from { printf "%.3f\n", (time - from) * 1000; from = 0 }
    '
}

# statistics: "count median maximum" of the numbers on standard input.
statistics() { sort -n | awk '{ all[NR] = $1 } END { if (NR) print NR, all[int((NR + 1) / 2)], all[NR] }'; }
