/// Minutes, more than all tests take together: the time limit of a test that might stand still.
///
/// A test's time begins when it is queued with all others, not when its turn comes: on a slow machine tests of
/// microseconds once had five minutes pass before they were begun.
public let minutesOfAllTests = 30
