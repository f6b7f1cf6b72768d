/* What a static Foundation asks for and nothing in Pinfold uses. The Makefile links it in the place of
   libcurl, which brings thirty other libraries, and of ICU's table, which is larger than the rest of the
   command. */

#include <stdlib.h>

/* ICU's table of languages, calendars and time zones. With an empty one ICU reports that its data are
   missing. The name has ICU's version; for another version the linker takes ICU's own table. */
const unsigned char __wrap_icudt76_dat[64] __attribute__((aligned(16))) = {0};

/* The functions of libcurl. Pinfold makes no request; only a handler of the server's library could. */
_Noreturn static void no_curl(void) { abort(); }

#define NO_CURL(name) \
  void name(void) { no_curl(); }

NO_CURL(curl_easy_cleanup)
NO_CURL(curl_easy_getinfo)
NO_CURL(curl_easy_init)
NO_CURL(curl_easy_pause)
NO_CURL(curl_easy_setopt)
NO_CURL(curl_easy_strerror)
NO_CURL(curl_free)
NO_CURL(curl_global_init)
NO_CURL(curl_multi_add_handle)
NO_CURL(curl_multi_assign)
NO_CURL(curl_multi_cleanup)
NO_CURL(curl_multi_info_read)
NO_CURL(curl_multi_init)
NO_CURL(curl_multi_remove_handle)
NO_CURL(curl_multi_setopt)
NO_CURL(curl_multi_socket_action)
NO_CURL(curl_slist_append)
NO_CURL(curl_slist_free_all)
NO_CURL(curl_url)
NO_CURL(curl_url_get)
NO_CURL(curl_url_set)
NO_CURL(curl_version)
NO_CURL(curl_version_info)
