#include "CProj.h"

#include <dlfcn.h>
#include <pthread.h>

static struct {
  void *(*context_create)(void);
  void *(*context_destroy)(void *context);
  int (*log_level)(void *context, int level);
  int (*set_enable_network)(void *context, int enabled);
  void *(*create_crs_to_crs)(void *context, const char *source, const char *target, void *area);
  void *(*normalize)(void *context, const void *conversion);
  size_t (*trans_generic)(
      void *conversion, int direction, double *x, size_t x_step, size_t x_count, double *y, size_t y_step,
      size_t y_count, double *z, size_t z_step, size_t z_count, double *t, size_t t_step, size_t t_count);
  void *(*destroy)(void *conversion);
} proj;

static bool is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  // The numbers are those of PROJ 9 to 6, none of whose functions used here changed.
  static const char *const names[] = {
      "libproj.so.25",   "libproj.so.22", "libproj.so.19",
      "libproj.so.15",   "libproj.so",    "libproj.dylib",
      "/opt/homebrew/lib/libproj.dylib",  "/usr/local/lib/libproj.dylib",
  };
  static const struct {
    const char *name;
    void *place;
  } functions[] = {
      {"proj_context_create", &proj.context_create},
      {"proj_context_destroy", &proj.context_destroy},
      {"proj_log_level", &proj.log_level},
      {"proj_context_set_enable_network", &proj.set_enable_network},
      {"proj_create_crs_to_crs", &proj.create_crs_to_crs},
      {"proj_normalize_for_visualization", &proj.normalize},
      {"proj_trans_generic", &proj.trans_generic},
      {"proj_destroy", &proj.destroy},
  };
  void *library = NULL;
  for (size_t index = 0; library == NULL && index < sizeof names / sizeof *names; index++) {
    library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
  }
  if (library == NULL) return;
  for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
    void *const function = dlsym(library, functions[index].name);
    if (function == NULL) return;
    *(void **)functions[index].place = function;
  }
  is_loaded = true;
}

bool pinfold_proj_is_installed(void) {
  pthread_once(&once, load);
  return is_loaded;
}

bool pinfold_proj_to_degrees(const char *system, double *x, double *y, size_t count) {
  if (!pinfold_proj_is_installed()) return false;
  // A context of its own, as one is not for several threads.
  void *const context = proj.context_create();
  if (context == NULL) return false;
  proj.log_level(context, 0);
  proj.set_enable_network(context, 0);
  void *const first = proj.create_crs_to_crs(context, system, "EPSG:4326", NULL);
  // Axes are east and north, regardless of the system's own definition.
  void *const usual = first == NULL ? NULL : proj.normalize(context, first);
  if (usual != NULL && count > 0) {
    const size_t step = sizeof(double);
    proj.trans_generic(usual, 1, x, step, count, y, step, count, NULL, 0, 0, NULL, 0, 0);
  }
  if (usual != NULL) proj.destroy(usual);
  if (first != NULL) proj.destroy(first);
  proj.context_destroy(context);
  return usual != NULL;
}
