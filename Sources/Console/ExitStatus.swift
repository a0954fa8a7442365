/// How the program ends: the numbers of BSD's sysexits.h, so that scripts can tell mistakes from failures.
package enum ExitStatus: Int32 {
    case success = 0
    /// Some of the work failed; what is wrong with it is on standard error.
    case failure = 1
    /// The command line is wrong.
    case usage = 64
    /// A recording, manifest or script that the command line names cannot be read, or is not what it should be.
    case input = 66
    /// Something the work needs is missing, and is not waited for: a pin, a model.
    case unavailable = 69
    /// The configuration has mistakes, or cannot be read: waiting does not mend that.
    case configuration = 78
}
