#if !__has_include(<systemd/sd-daemon.h>)
#error "libsystemd-dev is missing: sudo apt install libsystemd-dev"
#endif
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-login.h>
