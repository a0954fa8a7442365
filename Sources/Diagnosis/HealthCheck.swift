/// One thing that is looked at, such as the microphone or the disk.
///
/// What it needs to know of the machine is handed in when it is made, so that it can be tried out without one.
///
/// ```swift
/// let diagnosis = Diagnosis([MemoryCheck(information: "MemAvailable: 20000 kB")])
/// print(diagnosis.text)
/// ```
package protocol HealthCheck {
    /// What its lines are about, in a word or two.
    var subject: String { get }
    /// Looks; may take a moment, and touches nothing.
    ///
    /// - Returns: what it found, worst first; nothing where there is nothing to look at.
    func examine() -> [Finding]
}
