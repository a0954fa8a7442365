#if !__has_include(<mosquitto.h>)
#error "libmosquitto-dev is missing: sudo apt install libmosquitto-dev"
#endif
#include <mosquitto.h>
