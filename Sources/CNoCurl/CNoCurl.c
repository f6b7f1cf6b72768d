/* The functions of libcurl that a static Foundation asks for. Nothing in Pinfold makes a request; only a
   handler of the server's library could. A library that is loaded into programs of others should not bring
   thirty libraries for that, so each of these functions ends the program, rather than be missed as it is
   loaded. */

#include <stdlib.h>

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
