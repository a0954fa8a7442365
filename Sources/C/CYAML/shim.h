#if !__has_include(<yaml.h>)
#error "libyaml-dev is missing: sudo apt install libyaml-dev"
#endif
#include <yaml.h>
