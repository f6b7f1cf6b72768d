#include "CArrow.h"

#include <stddef.h>
#include <string.h>

static struct pinfold_python python;

void pinfold_arrow_python(const struct pinfold_python *functions) { python = *functions; }

/// Drops a reference. After the end of the interpreter the object is left to the end of the process.
static void drop(void *object) {
  if (!object || !python.is_initialized || !python.is_initialized()) return;
  int state = python.ensure();
  void *type, *value, *trace;
  python.fetch(&type, &value, &trace);
  python.drop(object);
  python.restore(type, value, trace);
  python.leave(state);
}

void pinfold_arrow_release_schema(struct ArrowSchema *schema) {
  for (int64_t place = 0; place < schema->n_children; place++) {
    struct ArrowSchema *child = schema->children[place];
    if (child && child->release) child->release(child);
  }
  if (schema->dictionary && schema->dictionary->release) schema->dictionary->release(schema->dictionary);
  schema->release = NULL;
  drop(schema->private_data);
}

void pinfold_arrow_release_array(struct ArrowArray *array) {
  for (int64_t place = 0; place < array->n_children; place++) {
    struct ArrowArray *child = array->children[place];
    if (child && child->release) child->release(child);
  }
  if (array->dictionary && array->dictionary->release) array->dictionary->release(array->dictionary);
  array->release = NULL;
  drop(array->private_data);
}

void pinfold_arrow_release_stream(struct ArrowArrayStream *stream) {
  stream->release = NULL;
  drop(stream->private_data);
}

void pinfold_arrow_end_capsule(void *capsule) {
  // The names are those that the package gave. An exception in flight stays: nothing here can fail but for
  // names that are none of these.
  const char *name = python.name(capsule);
  void *structure = python.pointer(capsule, name);
  if (strcmp(name, "arrow_schema") == 0) {
    struct ArrowSchema *schema = structure;
    if (schema->release) schema->release(schema);
  } else if (strcmp(name, "arrow_array") == 0) {
    struct ArrowArray *array = structure;
    if (array->release) array->release(array);
  } else if (strcmp(name, "arrow_array_stream") == 0) {
    struct ArrowArrayStream *stream = structure;
    if (stream->release) stream->release(stream);
  }
  drop(python.context(capsule));
}
