#include "CArrow.h"

#include <math.h>
#include <stddef.h>

#include "../CPinfold/pinfold.h"

static struct pinfold_python_lists python;

/// Stores a new value, whose reference is dropped, under a key. Returns whether that worked.
static int put(void *dictionary, int key, void *value) {
  if (!value) return 0;
  int failed = python.put(dictionary, python.keys[key], value);
  python.drop(value);
  return !failed;
}

static void *dictionary(const pinfold_cluster *cluster) {
  void *made = python.dictionary();
  if (!made) return NULL;
  // A point has its row for an id and never splits.
  int is_point = cluster->row >= 0;
  int splits = !is_point && isfinite(cluster->expansion_zoom);
  if (put(made, 0, python.integer(is_point ? cluster->row : (int64_t)(cluster->id >> 11))) &&
      put(made, 1, python.integer(cluster->point_count)) &&
      (splits ? put(made, 2, python.integer((int64_t)cluster->expansion_zoom))
              : !python.put(made, python.keys[2], python.none)) &&
      put(made, 3, python.number(cluster->latitude)) && put(made, 4, python.number(cluster->longitude)))
    return made;
  python.drop(made);
  return NULL;
}

static void *list(const pinfold_cluster *clusters, int64_t count) {
  void *made = python.list(count);
  for (int64_t place = 0; made && place < count; place++) {
    void *cluster = dictionary(&clusters[place]);
    // The list takes the reference, also where it fails.
    if (!cluster || python.set(made, place, cluster)) {
      python.drop(made);
      return NULL;
    }
  }
  return made;
}

/// The arguments are those of pinfold_map_clusters, the map as the number of its address.
static void *clusters(void *self, void *const *arguments, intptr_t count) {
  (void)self;
  double numbers[5];
  void *map = count == 6 ? python.pointer(arguments[0]) : NULL;
  if (!map && python.failure()) return NULL;
  for (int place = 0; map && place < 5; place++) {
    numbers[place] = python.real(arguments[1 + place]);
    if (numbers[place] == -1 && python.failure()) return NULL;
  }
  pinfold_cluster *found = NULL;
  int64_t number = 0;
  // Other threads of Python run meanwhile.
  void *state = python.leave();
  pinfold_status status = pinfold_map_clusters(
      (pinfold_map *)map, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], &found, &number, NULL);
  python.enter(state);
  if (status != PINFOLD_OK) {
    python.keep(python.none);
    return python.none;
  }
  void *made = list(found, number);
  pinfold_free(found);
  return made;
}

/// Python's PyMethodDef.
static const struct {
  const char *name;
  void *(*body)(void *, void *const *, intptr_t);
  int flags;
  const char *documentation;
} method = {"clusters", clusters, 0x0080 /* METH_FASTCALL */, NULL};

const void *pinfold_python_clusters(const struct pinfold_python_lists *functions) {
  python = *functions;
  return &method;
}
