# Expectations: a test is a list of sentences, each with a command that must succeed. Sourced by tests.

failed=0

# expect SENTENCE COMMAND…
expect() {
    sentence=$1
    shift
    if "$@"; then
        echo "  ok      $sentence"
    else
        fail "$sentence ($*)"
    fi
}

fail() {
    failed=$((failed + 1))
    echo "  FAILED  $1"
}

# Success of a command that must fail.
not() { ! "$@"; }

# measured WHAT VALUE
measured() { echo "  found   $1: $2"; }
