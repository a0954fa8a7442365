/// The first bytes of a recording with a header, as its format prescribes them: what distinguishes it from headerless
/// samples.
///
/// An MP3 without an ID3v2 tag has none that samples might not have, too.
enum RecordingSignature {
    /// How many bytes tell.
    static let length = 12

    /// The format of what begins with these bytes, for people; nil for anything else.
    static func format(of bytes: [UInt8]) -> String? {
        func has(_ text: String, at offset: Int = 0) -> Bool {
            bytes.dropFirst(offset).starts(with: text.utf8)
        }
        if has("WAVE", at: 8), has("RIFF") || has("RIFX") || has("RF64") { return "WAV" }
        if has("FORM"), has("AIF", at: 8) { return "AIFF" }
        if has("fLaC") { return "FLAC" }
        if has("OggS") { return "Ogg" }
        if has("ID3") { return "MP3" }
        if has(".snd") { return "AU" }
        if has("caff") { return "CAF" }
        // Not to be read, but not to be taken for samples either.
        if has("ftyp", at: 4) { return "MP4" }
        if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return "WebM" }
        return nil
    }
}
