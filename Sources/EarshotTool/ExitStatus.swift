/// How the program ends: the numbers of BSD's sysexits.h, so that scripts can tell mistakes from failures.
enum ExitStatus: Int32 {
    case success = 0
    /// Some of the work failed; what is wrong with it is on standard error.
    case failure = 1
    /// The command line is wrong.
    case usage = 64
    /// Something the work needs is missing: a microphone, a pin, a model.
    case unavailable = 69
    /// The configuration has mistakes.
    case configuration = 78
}
