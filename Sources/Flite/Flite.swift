import CFlite
import Glibc
import Synchronization

/// The speech synthesizer flite, for all of the process: its voice, its lexicon and its letter-to-sound rules, all of
/// American English.
///
/// Any thread may call it. One at a time is served, whatever it asks for: nothing is documented about flite's threads, and a
/// voice sets up the lexicon that a look-up reads.
package enum Flite {
    private struct Voice: @unchecked Sendable {
        // Unchecked for flite's pointer: it never leaves the lock below.

        let pointer: UnsafeMutablePointer<cst_voice>
    }

    /// The only access to flite, for one thread at a time; holds the voice after its first use.
    private static let entry = Mutex<Voice?>(nil)

    /// What the voice "slt" says for `text`, mono; nil when flite has nothing to say.
    ///
    /// The same samples each time. Takes about a hundredth of the time it then sounds.
    package static func speech(_ text: String) -> (samples: [Int16], sampleRate: Int)? {
        entry.withLock { voice in
            if voice == nil {
                flite_init()
                voice = loadVoice()
            }
            guard let voice, let wave = withSameNoise({ flite_text_to_wave(text, voice.pointer) }) else {
                return nil
            }
            defer { delete_wave(wave) }
            let samples = UnsafeBufferPointer(
                start: wave.pointee.samples, count: Int(wave.pointee.num_samples * wave.pointee.num_channels))
            return (Array(samples), Int(wave.pointee.sample_rate))
        }
    }

    /// The voice's noise is made of rand(3)'s numbers: they begin anew for `body`, and the program's own go on after it.
    private static func withSameNoise<Result>(_ body: () -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 32) { numbers in
            let before = numbers.withMemoryRebound(to: CChar.self) {
                initstate(1, $0.baseAddress!, $0.count)
            }
            defer { if let before { setstate(before) } }
            return body()
        }
    }

    /// Most appliances never speak, and a voice that is linked takes 1.5 MB of each of them for its pointers, which the loader
    /// relocates: so it is loaded by name. Nil when it is not there; it lies in the same Debian package as flite itself.
    private static func loadVoice() -> Voice? {
        typealias Register = @convention(c) (UnsafePointer<CChar>?) -> UnsafeMutablePointer<cst_voice>?
        guard let library = dlopen("libflite_cmu_us_slt.so.1", RTLD_NOW),
            let symbol = dlsym(library, "register_cmu_us_slt")
        else { return nil }
        return unsafeBitCast(symbol, to: Register.self)(nil).map(Voice.init)
    }

    /// How a word is said, in flite's own phones (`ax`, `ae1`); empty when flite does not know.
    ///
    /// - Parameter word: lower-case letters of English, and nothing else.
    package static func phones(of word: String) -> [String] {
        entry.withLock { _ in
            guard let list = lex_lookup(cmu_lex_init(), word, nil, nil) else { return [] }
            defer { delete_val(list) }
            var phones: [String] = []
            var rest: UnsafePointer<cst_val>? = UnsafePointer(list)
            while let item = rest {
                if let name = val_string(val_car(item)) { phones.append(String(cString: name)) }
                rest = val_cdr(item)
            }
            return phones
        }
    }
}
