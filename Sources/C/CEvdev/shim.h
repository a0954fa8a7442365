#if !__has_include(<libevdev/libevdev-uinput.h>)
#error "libevdev-dev is missing: sudo apt install libevdev-dev"
#endif
#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
