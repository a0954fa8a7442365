import Models

extension ModelPack {
    /// All that keeps an appliance from hearing with it: what is wrong with its files, and a rate that sound does not have here.
    ///
    /// - Parameter readingWhole: as of ``check(readingWhole:)``.
    package func checkForAppliance(readingWhole: Bool = true) -> [ModelError] {
        var problems = check(readingWhole: readingWhole)
        if sampleRate != Appliance.sampleRate {
            problems.append(
                .unusableModel(
                    path: manifest,
                    reason:
                        "its model is of \(sampleRate) Hz; the appliance listens at \(Appliance.sampleRate)",
                    remedy:
                        "name another language under 'locale:', or install a model of \(Appliance.sampleRate) Hz"
                ))
        }
        return problems
    }
}
