#if !__has_include(<microhttpd.h>)
#error "libmicrohttpd-dev is missing: sudo apt install libmicrohttpd-dev"
#endif
#include <microhttpd.h>

/// What a daemon keeps to.
struct cmicrohttpd_limits {
    unsigned connections;
    /// Bytes for the head of a request, and for what of its body has come.
    size_t memory;
    /// Seconds without anything from a connection.
    unsigned timeout;
};

/// MHD_start_daemon, which takes a variable number of arguments, as Swift can call it: one that is polled from outside. It listens
/// at the address, or at a socket that listens there already, which then is its own to close; -1 for none.
static inline struct MHD_Daemon *cmicrohttpd_start(
    const struct sockaddr *address, int socket, struct cmicrohttpd_limits limits, MHD_AccessHandlerCallback handler,
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback notify, void *context)
{
    unsigned flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME;
    if (address->sa_family == AF_INET6) flags |= MHD_USE_IPv6;
    const struct MHD_OptionItem there = socket < 0
        ? (struct MHD_OptionItem){ MHD_OPTION_SOCK_ADDR, 0, (void *)address }
        : (struct MHD_OptionItem){ MHD_OPTION_LISTEN_SOCKET, socket, NULL };
    const struct MHD_OptionItem options[] = { there, { MHD_OPTION_END, 0, NULL } };
    return MHD_start_daemon(
        flags, 0, NULL, NULL, handler, context,
        MHD_OPTION_ARRAY, options,
        MHD_OPTION_CONNECTION_LIMIT, limits.connections,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.memory,
        MHD_OPTION_CONNECTION_TIMEOUT, limits.timeout,
        MHD_OPTION_NOTIFY_COMPLETED, completed, context,
        MHD_OPTION_NOTIFY_CONNECTION, notify, context,
        MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
        MHD_OPTION_END);
}

/// Whether a notification is that a connection has begun, not that it has ended.
static inline _Bool cmicrohttpd_has_begun(enum MHD_ConnectionNotificationCode code)
{
    return code == MHD_CONNECTION_NOTIFY_STARTED;
}

/// The descriptor that is readable when there is something to do.
static inline int cmicrohttpd_descriptor(struct MHD_Daemon *daemon)
{
    return MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

/// The socket of a connection.
static inline int cmicrohttpd_socket(struct MHD_Connection *connection)
{
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

/// Whether the connection is suspended.
static inline int cmicrohttpd_is_suspended(struct MHD_Connection *connection)
{
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_SUSPENDED)->suspended == MHD_YES;
}

/// The value of a header, or NULL.
static inline const char *cmicrohttpd_header(struct MHD_Connection *connection, const char *name)
{
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

/// An answer with a copy of bytes.
static inline struct MHD_Response *cmicrohttpd_response(const void *bytes, size_t count)
{
    return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}
