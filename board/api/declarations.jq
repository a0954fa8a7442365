# The declarations of symbol graphs as text, a line each, members below what they belong to: jq -rn -f declarations.jq GRAPH…
# Declarations whose identifiers are in $known are left out.

# What the compiler adds to every type, and what later versions of it say of more types than earlier ones.
def unspoken: ["Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"];

[inputs] as $graphs
| [$graphs[].symbols[]] as $symbols
| ($graphs | map(.relationships[]) | map(select(.kind == "conformsTo" or .kind == "inheritsFrom"))
    | group_by(.source) | map({ (.[0].source): map(.targetFallback // .target) }) | add) as $above
| ($symbols | map({ (.identifier.precise): .names.title }) | add) as $titles

| [$symbols[] | select(.identifier.precise | IN($known[]) | not)] as $unknown
| ($unknown | map({ (.pathComponents | join(".")): true }) | add) as $paths
| $unknown
| map(
    .pathComponents as $path
    | ($path[:-1] | join(".")) as $parent
    | (.declarationFragments | map(.spelling) | join("") | gsub("\\s+"; " ")) as $declaration
    | ($above[.identifier.precise] // []
        | map($titles[.] // sub("^[A-Za-z]+\\."; "")) - unspoken | unique | join(", ")) as $conformances
    | { path: $path, $declaration, line: (
        (if ($path | length) == 1 or $paths[$parent] then "    " * ($path | length - 1)
         else "extension \($parent): " end)
        + $declaration + (if $conformances == "" then "" else ": " + $conformances end)) })
| unique_by(.path, .line) | .[].line
