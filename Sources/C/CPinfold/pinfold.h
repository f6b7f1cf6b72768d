/* Pinfold's interface for C, and for languages that can call C.  Ownership   Functions that create an
   object store a handle. Release each handle once, with pinfold_release. Handles keep the objects that
   they depend on alive: points may be released before a map that was built over them. Strings and bytes
   that a function stores belong to the caller; free them with pinfold_free. Arrays      Input arrays are
   copied and may be freed after the call. The caller allocates output arrays, with the stated length.
   Points are numbered by row, from 0, in input order. Clusters are numbered by their index in the frame,
   from 0. Definitions Options are JSON in UTF-8, as in a study's file. A strategy is "radius(radius=40)",
   with the quotes, or {"name": "radius", "radius": 40, "separate": true}. A view is {"lon": 2, "lat": 48,
   "zoom": 6}. NULL means the defaults. Errors      Functions that can fail return a pinfold_status. If it
   is not PINFOLD_OK, only *message is stored, unless message is NULL: a string that says what is wrong,
   where, and how to fix it. Threads     All functions are thread-safe, and several threads may use one
   handle. Do not release a handle that is in use. Results do not depend on threads. */

#ifndef PINFOLD_H
#define PINFOLD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int pinfold_status;

enum {
  PINFOLD_OK = 0,
  PINFOLD_MISTAKE = 1,   /* Invalid input. */
  PINFOLD_STOPPED = 2,   /* pinfold_stop was called. */
  PINFOLD_NO_MEMORY = 3, /* Not enough memory. */
};

typedef struct pinfold_workbench pinfold_workbench; /* Strategies and other named things, with plugins. */
typedef struct pinfold_points pinfold_points;       /* Points; immutable. */
typedef struct pinfold_map pinfold_map;             /* A strategy's index over points; immutable. */
typedef struct pinfold_frame pinfold_frame;         /* The clusters of one view; immutable. */
typedef struct pinfold_live pinfold_live;           /* An interactive map served to browsers. */
typedef struct pinfold_stopper pinfold_stopper;     /* Cancels running calls. */

/* The version, such as "1.2.0". Do not free it. */
const char *pinfold_version(void);

/* Frees a string or bytes that a function stored. Does nothing for NULL. */
void pinfold_free(void *bytes);

/* Releases a handle of any type. Does nothing for NULL. */
void pinfold_release(void *handle);

/* Creates a stopper to pass to long calls. */
pinfold_stopper *pinfold_stopper_new(void);

/* Cancels all running and future calls with this stopper. Any thread may call it, but not a signal
   handler. */
void pinfold_stop(pinfold_stopper *stopper);

/* MARK: Names */

/* Creates a workbench with the built-in strategies, representatives, diffs, metrics and generators. */
pinfold_workbench *pinfold_workbench_new(void);

/* Loads a Lua plugin, or all plugins of a folder in the order of their names. If two have the same name, the
   first one is used. Existing maps keep the version that they were built with. */
pinfold_status pinfold_workbench_add_plugins(pinfold_workbench *workbench, const char *path, char **message);

/* Lists names, summaries and parameters as JSON.
   kind: strategies, representatives, diffs, metrics or generators. */
pinfold_status pinfold_workbench_list(
    pinfold_workbench *workbench, const char *kind, char **json, char **message);

/* Runs a Lua script with the API of 'pinfold run'. It may read any file, and write below the working
   directory.
   points: the variable `d` of the script; NULL for none.
   arguments: the variable `args`, as JSON; NULL for none.
   json: receives the returned value.
   printed: receives the output. */
pinfold_status pinfold_workbench_run(
    pinfold_workbench *workbench, const char *script, pinfold_points *points, const char *arguments,
    pinfold_stopper *stopper, char **json, char **printed, char **message);

/* MARK: Points */

/* A further column of points: numbers, integers, booleans, or strings. Set one of numbers, integers and
   booleans, or offsets and bytes. */
typedef struct {
  const char *name;
  const double *numbers;  /* count values; NaN is missing. */
  const int64_t *offsets; /* Strings: count + 1 ascending offsets into bytes. */
  const char *bytes;      /* UTF-8. */
  const int64_t *integers; /* count values; INT64_MIN is missing. */
  const uint8_t *valid;   /* Strings: 0 if missing, else 1. With NULL, empty strings are missing. */
  const uint8_t *booleans; /* count values: 0, 1, or 2 for missing. */
} pinfold_attribute;

/* Columns of points. All pointers except longitude and latitude may be NULL. */
typedef struct {
  int64_t count;
  const double *longitude;   /* Degrees, any finite number; x on a plane. */
  const double *latitude;    /* Degrees, -90 to 90; y on a plane. */
  const int64_t *ids;        /* Unique. Default: row numbers. */
  const int64_t *id_offsets; /* Strings as ids: count + 1 offsets into id_bytes. */
  const char *id_bytes;
  const double *weight; /* 0 or greater. Default: 1. */
  const int32_t *group; /* An index into group_names, or -1. Points of different groups never merge. */
  const char *const *group_names;
  int64_t group_count;
  const uint8_t *mergeable; /* 0 for points that never join a cluster. */
  const double *priority;
  const pinfold_attribute *attributes;
  int64_t attribute_count;
  int planar; /* Whether coordinates are x and y on a plane. */
} pinfold_columns;

/* Creates points from columns. */
pinfold_status pinfold_points_new(
    const pinfold_columns *columns, pinfold_stopper *stopper, pinfold_points **points, char **message);

/* Reads a file or generates points.
   definition: "towns.csv", {"path": "towns.csv", "where": "population > 1000"} or
   {"generate": "cities", "count": 1000}. Default for "attributes": all columns of the file. */
pinfold_status pinfold_points_read(
    pinfold_workbench *workbench, const char *definition, pinfold_stopper *stopper, pinfold_points **points,
    char **message);

/* Finds the columns of coordinates by their names, as reading a file does. Stores -1 for both if there are
   none.
   planar: whether coordinates are x and y on a plane. */
pinfold_status pinfold_points_guess(
    const char *const *names, int64_t count, int planar, int64_t *longitude, int64_t *latitude, char **message);

/* The number of points. */
int64_t pinfold_points_count(pinfold_points *points);

/* Metadata as JSON: name, count, rows, planar, ids ("integer", "text" or "mixed"), weighted, groups,
   attributes with their types, warnings from reading. */
pinfold_status pinfold_points_about(pinfold_points *points, char **json, char **message);

/* Coordinates by row: two arrays of pinfold_points_count elements. */
pinfold_status pinfold_points_coordinates(
    pinfold_points *points, double *longitude, double *latitude, char **message);

/* An attribute as numbers by row. NaN is missing; booleans are 0 and 1. Integers beyond 2^53 are rounded. */
pinfold_status pinfold_points_numbers(
    pinfold_points *points, const char *name, double *numbers, char **message);

/* An attribute of type "integer" by row; INT64_MIN is missing. */
pinfold_status pinfold_points_integers(
    pinfold_points *points, const char *name, int64_t *integers, char **message);

/* Ids of type "integer" by row. */
pinfold_status pinfold_points_ids(pinfold_points *points, int64_t *ids, char **message);

/* Strings by row.
   name: an attribute; NULL for the ids. Ids that are integers are converted.
   offsets: pinfold_points_count + 1 offsets into bytes.
   valid: 0 if missing, else 1; may be NULL. */
pinfold_status pinfold_points_texts(
    pinfold_points *points, const char *name, int64_t *offsets, uint8_t *valid, char **bytes, char **message);

/* Serializes points with all columns, for a process with the same version of the library. */
pinfold_status pinfold_points_save(pinfold_points *points, char **bytes, size_t *size, char **message);

/* Deserializes points; rows are the same. */
pinfold_status pinfold_points_load(
    const void *bytes, int64_t size, pinfold_points **points, char **message);

/* MARK: Cells */

/* Sums points per cell, and stores the cells as CSV, the same bytes as 'pinfold aggregate'. Merging the
   cells of any partition of the points gives the cells of all points.
   definition: {"zooms": "0-12", "cell": 8, "strategy": "quadtree", "aggregate": ["population:sum"]}. */
pinfold_status pinfold_points_aggregate(
    pinfold_workbench *workbench, pinfold_points *points, const char *definition, pinfold_stopper *stopper,
    char **csv, size_t *size, char **message);

/* Merges cells.
   parts: CSV with the same zooms and columns.
   sizes: the size of each in bytes. */
pinfold_status pinfold_cells_merge(
    const char *const *parts, const size_t *sizes, int64_t count, pinfold_stopper *stopper, char **csv,
    size_t *size, char **message);

/* MARK: Maps */

/* Builds a strategy's index over points.
   definition: the strategy.
   threads: their number; 0 for one per processor. */
pinfold_status pinfold_map_new(
    pinfold_workbench *workbench, pinfold_points *points, const char *definition, int threads,
    pinfold_stopper *stopper, pinfold_map **map, char **message);

/* The strategy with its parameters, such as radius(radius=40). */
pinfold_status pinfold_map_label(pinfold_map *map, char **text, char **message);

/* The clusters of a view.
   view: the definition; NULL, or one with only a screen size, shows all points.
   previous: the frame shown before, for strategies and representatives that use it; may be NULL. */
pinfold_status pinfold_map_frame(
    pinfold_map *map, const char *view, pinfold_frame *previous, pinfold_stopper *stopper,
    pinfold_frame **frame, char **message);

/* A cluster in a box. */
typedef struct {
  uint64_t id; /* Stable: depends on the members only. */
  double longitude;
  double latitude;
  double expansion_zoom; /* The first zoom at which the cluster splits. Infinite for single and coincident points.
                            NaN if the index does not store it; see pinfold_frame_expansion_zooms. */
  int64_t point_count;   /* Members, including those outside the box. */
  int64_t row;           /* The row of a single point; -1 for other clusters. */
} pinfold_cluster;

/* The clusters whose markers are in a box or on its edges. Faster than pinfold_map_frame.
   west, east: west > east crosses the antimeridian.
   zoom: INFINITY returns every point by itself.
   clusters: receives an array of count elements; free it with pinfold_free. Single points have their input
   coordinates. */
pinfold_status pinfold_map_clusters(
    pinfold_map *map, double west, double south, double east, double north, double zoom,
    pinfold_cluster **clusters, int64_t *count, char **message);

/* Creates a map with more points, whose ids must be new. Edits do not change existing maps and frames. The
   rows of edited points are the remaining rows in their order, followed by the inserted ones. */
pinfold_status pinfold_map_insert(
    pinfold_map *map, const pinfold_columns *columns, pinfold_stopper *stopper, pinfold_map **edited,
    char **message);

/* Creates a map without the points with these ids. Other columns are ignored. */
pinfold_status pinfold_map_remove(
    pinfold_map *map, const pinfold_columns *columns, pinfold_stopper *stopper, pinfold_map **edited,
    char **message);

/* Creates a map with new coordinates for some points: ids, longitudes and latitudes. */
pinfold_status pinfold_map_move(
    pinfold_map *map, const pinfold_columns *columns, pinfold_stopper *stopper, pinfold_map **edited,
    char **message);

/* Creates a map with new values for some points: ids, and any other columns. Columns that are NULL, and
   attributes that are not given, keep their values. */
pinfold_status pinfold_map_update(
    pinfold_map *map, const pinfold_columns *columns, pinfold_stopper *stopper, pinfold_map **edited,
    char **message);

/* The points of a map, edited or not. */
pinfold_status pinfold_map_points(pinfold_map *map, pinfold_points **points, char **message);

/* An uncompressed vector tile.
   definition: the options of 'pinfold tiles'. */
pinfold_status pinfold_map_tile(
    pinfold_map *map, int64_t zoom, int64_t column, int64_t row, const char *definition,
    pinfold_stopper *stopper, char **bytes, size_t *size, char **message);

/* Writes the vector tiles of all zooms, the same bytes as 'pinfold tiles', and stores their number.
   path: a file ending in .pmtiles or .mbtiles, or a folder. */
pinfold_status pinfold_map_write_tiles(
    pinfold_map *map, const char *path, const char *definition, pinfold_stopper *stopper, int64_t *count,
    char **message);

/* Serves points as an interactive map to browsers on this machine, until the handle is released.
   definition: {"strategies": ["grid", "radius"], "view": {...}, "port": 0}. */
pinfold_status pinfold_live_new(
    pinfold_workbench *workbench, pinfold_points *points, const char *definition, pinfold_live **live,
    char **message);

/* The address of the page. */
pinfold_status pinfold_live_address(pinfold_live *live, char **text, char **message);

/* The selected points by row: 1 if selected, else 0. */
pinfold_status pinfold_live_selection(pinfold_live *live, uint8_t *selected, char **message);

/* Selects the points whose value is not 0, by row, on all pages. */
pinfold_status pinfold_live_select(pinfold_live *live, const uint8_t *selected, char **message);

/* MARK: Frames */

/* The number of clusters. */
int64_t pinfold_frame_count(pinfold_frame *frame);

/* Columns of clusters, pinfold_frame_count elements each; each may be NULL.
   ids: stable, depend on the members only.
   longitude, latitude: position of the marker.
   point_counts: members, including those out of view.
   weights: the sum of the members' weights.
   speakers: the row of the member that the marker represents, or -1.
   hidden: 1 if a separation hides the marker, else 0. */
pinfold_status pinfold_frame_columns(
    pinfold_frame *frame, uint64_t *ids, double *longitude, double *latitude, int64_t *point_counts,
    double *weights, int64_t *speakers, uint8_t *hidden, char **message);

/* The cluster of each point by row, pinfold_points_count elements; -1 if the frame does not show the
   point. */
pinfold_status pinfold_frame_labels(pinfold_frame *frame, int32_t *labels, char **message);

/* The point count of each cluster as a marker shows it, as a JSON array of strings.
   definition: {"style": "abbreviated"}: exact, capped (99+), abbreviated (1.2k, the default) or bucketed
   (50+); "limit" is the largest count that capped writes in full, "buckets" the numbers that bucketed
   writes. */
pinfold_status pinfold_frame_count_labels(
    pinfold_frame *frame, const char *definition, char **json, char **message);

/* The rows of a cluster's members in the order of their ids; as many as its point count. */
pinfold_status pinfold_frame_members(pinfold_frame *frame, int64_t cluster, int64_t *rows, char **message);

/* The boxes around members: west, south, east and north of each cluster. west > east crosses the
   antimeridian. */
pinfold_status pinfold_frame_bounds(pinfold_frame *frame, double *bounds, char **message);

/* An aggregate per cluster; NaN if no member has a value. Integers beyond 2^53 are rounded, once;
   pinfold_frame_write writes all their digits.
   aggregation: a column and an aggregate, such as "population:sum". */
pinfold_status pinfold_frame_aggregate(
    pinfold_frame *frame, const char *aggregation, pinfold_stopper *stopper, double *numbers, char **message);

/* The first zoom at which each cluster splits, for strategies whose clusters nest; infinite if it never
   does. */
pinfold_status pinfold_frame_expansion_zooms(
    pinfold_frame *frame, pinfold_stopper *stopper, double *zooms, char **message);

/* The parts of a cluster as a frame.
   definition: {"of": "05f2be6871e5a24c", "show": "leaves", "limit": 10}; "show" is "children" by default. */
pinfold_status pinfold_frame_parts(
    pinfold_frame *frame, const char *definition, pinfold_stopper *stopper, pinfold_frame **parts,
    char **message);

/* Writes a frame, the same bytes as 'pinfold cluster'. A zero follows the bytes, which size does not include.
   format: json, geojson, csv or table; svg; or digest, the SHA-256 of the canonical text.
   definition: the options of 'pinfold cluster'; for svg those of 'pinfold plot'. */
pinfold_status pinfold_frame_write(
    pinfold_frame *frame, const char *format, const char *definition, pinfold_stopper *stopper, char **bytes,
    size_t *size, char **message);

/* The transition from one frame to another as JSON.
   diff: the algorithm. Default: "membership". */
pinfold_status pinfold_frame_transition(
    pinfold_workbench *workbench, pinfold_frame *from, pinfold_frame *to, const char *diff, char **json,
    char **message);

/* Measures each frame, each pair of consecutive frames, and the sequence; the same JSON as 'pinfold score'.
   definition: {"metrics": ["overlap"], "seed": 1}. */
pinfold_status pinfold_frames_score(
    pinfold_workbench *workbench, pinfold_frame *const *frames, int64_t count, const char *definition,
    pinfold_stopper *stopper, char **json, char **message);

/* MARK: The command */

/* Runs the command 'pinfold', then exits the process with the command's status. Installs signal handlers.
   arguments: argv; the first is the name of the program. */
void pinfold_command(int count, const char *const *arguments);

/* MARK: Python */

/* For the Python package; Sources/C/CArrow/include/CArrow.h describes them. */
struct ArrowSchema;
struct ArrowArray;
struct ArrowArrayStream;
struct pinfold_python;
void pinfold_arrow_python(const struct pinfold_python *functions);
void pinfold_arrow_release_schema(struct ArrowSchema *schema);
void pinfold_arrow_release_array(struct ArrowArray *array);
void pinfold_arrow_release_stream(struct ArrowArrayStream *stream);
void pinfold_arrow_end_capsule(void *capsule);
struct pinfold_python_lists;
const void *pinfold_python_clusters(const struct pinfold_python_lists *functions);

#ifdef __cplusplus
}
#endif

#endif
