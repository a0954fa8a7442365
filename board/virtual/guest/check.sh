# Expectations: a test is a list of sentences, each with a command that must succeed. Sourced by tests.

failed=0

# expect SENTENCE COMMAND…
expect() {
    sentence=$1
    shift
    if "$@"; then
        echo "  ok      $sentence"
    else
        failed=$((failed + 1))
        echo "  FAILED  $sentence ($*)"
    fi
}

# Success of a command that must fail.
not() { ! "$@"; }

# measured WHAT VALUE
measured() { echo "  found   $1: $2"; }
