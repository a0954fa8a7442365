#if !__has_include(<xkbcommon/xkbcommon.h>)
#error "libxkbcommon-dev is missing: sudo apt install libxkbcommon-dev"
#endif
#include <xkbcommon/xkbcommon-compose.h>
#include <xkbcommon/xkbcommon.h>
