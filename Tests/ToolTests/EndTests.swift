import Testing

/// How the program ends while somebody speaks.
@Suite struct EndTests {
    /// A microphone that hears goforward.raw: alsa-lib's `file` plugin, and what is set up to hear it.
    private struct Microphone {
        let definition: String
        let configuration: String

        init() throws {
            definition = try Tool.temporaryFile(
                "pcm.earshot_test { type file slave.pcm null file /dev/null infile \"\(Tool.recordings)goforward.raw\" format raw }\n",
                name: "asound.conf")
            configuration = try Tool.temporaryFile(
                """
                listen: always
                capture: { device: earshot_test }
                commands: { go: { say: "go forward <distance> meters" } }
                rules: { distance: "one | two | three | ten" }
                """, name: "live.yaml")
        }

        /// Shell that has `$earshot COMMAND…` hear it.
        var shell: String {
            """
            export ALSA_CONFIG_PATH=/usr/share/alsa/alsa.conf:\(definition)
            hear() { exec $EARSHOT run --config \(configuration) --board simulated --json; }
            """
        }
    }

    @Test("Ended in the middle of a word, the program ends in order, every time")
    func midUtterance() throws {
        // Four at a time on one processor, so that decoders are behind.
        let outcome = try Tool.shell(
            """
            \(try Microphone().shell)
            folder=$(mktemp -d)
            processor=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
            taskset -cp $processor $$ >/dev/null
            once() {
                : >$folder/$1
                hear >$folder/$1 2>$folder/errors.$1 &
                until grep -q '"partial"' $folder/$1 || ! kill -0 $!; do sleep 0.02; done
                kill -TERM $!
                wait $!
                echo $?
            }
            for round in 1 2 3 4 5; do
                for number in 1 2 3 4; do once $number & done
                wait
            done
            rm -r $folder
            """)
        let statuses = outcome.output.split(separator: "\n")
        #expect(statuses.count == 20)
        #expect(statuses.allSatisfy { $0 == "0" }, "\(statuses) \(outcome.errors)")
    }

    @Test("What was heard is in no core dump, for none is left")
    func coreDump() throws {
        let outcome = try Tool.shell(
            """
            \(try Microphone().shell)
            ulimit -c $(ulimit -Hc)
            heard=$(mktemp)
            hear >$heard &
            until grep -q '"listening"' $heard || ! kill -0 $!; do sleep 0.02; done
            awk '/core file/ { print $5, $6 }' /proc/$!/limits
            kill -TERM $!
            wait $!
            rm $heard
            """)
        #expect(outcome.output == "0 0\n", "\(outcome.errors)")
    }
}
