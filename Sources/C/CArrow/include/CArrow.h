// The structures of Arrow's C data interface and C stream interface, as its specification has them, and the
// release of those whose memory belongs to objects of Python.
#ifndef CARROW_H
#define CARROW_H

#include <stdint.h>

struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *);
  int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *);
  const char *(*get_last_error)(struct ArrowArrayStream *);
  void (*release)(struct ArrowArrayStream *);
  void *private_data;
};

// Functions of Python's stable ABI, in the order in which the Python package passes them.
struct pinfold_python {
  int (*is_initialized)(void);                      // Py_IsInitialized
  int (*ensure)(void);                              // PyGILState_Ensure
  void (*leave)(int);                               // PyGILState_Release
  void (*fetch)(void **, void **, void **);         // PyErr_Fetch
  void (*restore)(void *, void *, void *);          // PyErr_Restore
  void (*drop)(void *);                             // Py_DecRef
  void *(*context)(void *);                         // PyCapsule_GetContext
  const char *(*name)(void *);                      // PyCapsule_GetName
  void *(*pointer)(void *, const char *);           // PyCapsule_GetPointer
};

// Sets the functions; before, nothing is dropped.
void pinfold_arrow_python(const struct pinfold_python *functions);

// The release callbacks of structures whose private_data is a reference to an object of Python. They may be
// called by any thread, with or without the interpreter's lock, and while an exception is in flight: a
// callback that is itself written in Python would lose the exception.
void pinfold_arrow_release_schema(struct ArrowSchema *schema);
void pinfold_arrow_release_array(struct ArrowArray *array);
void pinfold_arrow_release_stream(struct ArrowArrayStream *stream);

// The destructor of a capsule with such a structure: releases the structure unless its consumer has moved it,
// and drops the object in the capsule's context, which holds the structure itself.
void pinfold_arrow_end_capsule(void *capsule);

// Functions of Python's stable ABI that create dictionaries, in the order in which the Python package passes
// them, and objects that the dictionaries refer to.
struct pinfold_python_lists {
  void *(*pointer)(void *);              // PyLong_AsVoidPtr
  double (*real)(void *);                // PyFloat_AsDouble
  void *(*failure)(void);                // PyErr_Occurred
  void *(*leave)(void);                  // PyEval_SaveThread
  void (*enter)(void *);                 // PyEval_RestoreThread
  void *(*list)(intptr_t);               // PyList_New
  int (*set)(void *, intptr_t, void *);  // PyList_SetItem
  void *(*dictionary)(void);             // PyDict_New
  int (*put)(void *, void *, void *);    // PyDict_SetItem
  void *(*integer)(long long);           // PyLong_FromLongLong
  void *(*number)(double);               // PyFloat_FromDouble
  void (*keep)(void *);                  // Py_IncRef
  void (*drop)(void *);                  // Py_DecRef
  void *none;
  void *keys[5];                         // id, count, expansion_zoom, latitude, longitude
};

// Sets the functions. Returns a PyMethodDef of a function that lists the clusters of a box as dictionaries:
// ctypes and a list comprehension take several times as long as the search for the clusters. The function
// returns None if pinfold_map_clusters fails.
const void *pinfold_python_clusters(const struct pinfold_python_lists *functions);

#endif
