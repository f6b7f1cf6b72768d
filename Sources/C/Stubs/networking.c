/* The symbols of FoundationNetworking that FlyingFox refers to, in a handler that forwards requests. Pinfold
   makes no requests and does not use the handler. The Makefile links them in place of that library, which
   would add libcurl and thirty other libraries. A FlyingFox that needs other symbols does not link. */

#include <stdlib.h>

_Noreturn static void no_request(void) { abort(); }

#define URL_REQUEST(name) \
  void $s20FoundationNetworking10URLRequestV##name(void) { no_request(); }
#define URL_SESSION(name) $s20FoundationNetworking10URLSessionC##name
#define DATA \
  URL_SESSION(4data3for8delegate0A10Essentials4DataV_AA11URLResponseCtAA10URLRequestV_AA0C12TaskDelegate_pSgtYaKF)
#define ASYNC(name) ASYNC_(name)
#define ASYNC_(name) name##Tu

URL_REQUEST(10httpMethodSSSgvs)
URL_REQUEST(15timeoutIntervalSdvs)
URL_REQUEST(19allHTTPHeaderFieldsSDyS2SGSgvs)
URL_REQUEST(3url11cachePolicy15timeoutIntervalAC0A10Essentials3URLV_AA12NSURLRequestC05CacheF0OSdtcfC)
URL_REQUEST(8httpBody0A10Essentials4DataVSgvs)

void DATA(void) { no_request(); }
void URL_SESSION(6sharedACvgZ)(void) { no_request(); }
void URL_SESSION(Ma)(void) { no_request(); }
void $s20FoundationNetworking15HTTPURLResponseCMa(void) { no_request(); }

/* A pointer to an asynchronous function, and a type's descriptor. */
const long ASYNC(DATA);
const long URL_SESSION(Mn)[8];
