import CPocketSphinx
import Platform

extension PocketSphinxDecoder {
    /// The same for who goes on as before where PocketSphinx refuses: that is told in the log.
    func changeProfile(to profile: DictationProfile) {
        do throws(DecoderError) {
            try setProfile(profile)
        } catch {
            Log.warning(
                "free text is recognized as before, and not by the profile '\(profile.rawValue)': \(error)",
                from: "decoding")
        }
    }

    /// Searches with a language model by another profile; between utterances. The models stay where they are, and only what
    /// searches them is made anew.
    ///
    /// - Throws: `.decodingFailed` where PocketSphinx refuses; it then searches as before.
    func setProfile(_ profile: DictationProfile) throws(DecoderError) {
        guard case .languageModel = search, let model = ps_get_lm(pocketSphinx, searchName) else { return }
        let name = "earshot-\(profile.rawValue)"
        guard name != searchName else { return }
        let new = DecoderOptions.dictation(profile).fit(for: search, isGivenScores: isGivenScores)
        let config = ps_get_config(pocketSphinx)
        do throws(DecoderError) {
            _ = try Self.parse(new.searchSettings, into: config)
            guard ps_set_lm(pocketSphinx, name, model) == 0 else {
                throw .decodingFailed("the search for '\(profile.rawValue)' could not be made")
            }
            try select(name)
        } catch {
            // What a decoder makes later is made by its configuration.
            _ = try? Self.parse(options.searchSettings, into: config)
            throw error
        }
        ps_unset_search(pocketSphinx, searchName)
        searchName = name
        options = new
    }
}

extension DecoderOptions {
    /// What a search reads when it is made, in PocketSphinx's words. How sound is scored is settled when a decoder is.
    var searchSettings: [String: String] {
        ["-beam": "\(beam)", "-pbeam": "\(phoneBeam)", "-wbeam": "\(wordBeam)"].merging(
            extra.map { ("-" + $0.key, $0.value) }
        ) { $1 }
    }
}
