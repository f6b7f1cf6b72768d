/* Pinfold for programs in C, and in languages that call C.

   Ownership   A function that makes a thing stores a handle of it, to be given to pinfold_release once.
               Handles keep what they need alive: points may be released before the map that was built over
               them. A text or bytes that a function stores are the caller's, to be given to pinfold_free.
   Arrays      Arrays that go in are copied and may be freed at once; arrays that come out are the caller's, of
               the length that is stated. Points are counted by row, from 0, in the order in which they came;
               clusters by their index in the frame, from 0.
   Definitions Options are UTF-8 texts in JSON, as a study's file has them: a strategy is "radius(radius=40)",
               with the quotes, or {"name": "radius", "radius": 40, "separate": true}; a view is
               {"lon": 2, "lat": 48, "zoom": 6}. NULL stands for what is usual.
   Errors      A function that can fail returns a pinfold_status. Where that is not PINFOLD_OK, nothing is
               stored but *message, unless message is NULL: a text that says what is wrong, where, and what
               would be right.
   Threads     Every function may be called from any thread, and one handle from several at once; only a handle
               that is being released must not be in use. Threads never change a result. */

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
  PINFOLD_MISTAKE = 1,   /* What was given is wrong. */
  PINFOLD_STOPPED = 2,   /* pinfold_stop was called. */
  PINFOLD_NO_MEMORY = 3, /* It would take more memory than the process may have. */
};

typedef struct pinfold_workbench pinfold_workbench; /* Everything that has a name, with plugins. */
typedef struct pinfold_points pinfold_points;       /* Points, never changed. */
typedef struct pinfold_map pinfold_map;             /* Points with a strategy's index over them. */
typedef struct pinfold_frame pinfold_frame;         /* The clusters of one view. */
typedef struct pinfold_live pinfold_live;           /* A map that is served to browsers. */
typedef struct pinfold_stopper pinfold_stopper;     /* A switch that stops calls which run. */

/* The version, as "1.2.0"; it is not to be freed. */
const char *pinfold_version(void);

/* Frees a text or bytes; NULL is none. */
void pinfold_free(void *bytes);

/* Releases a handle of any kind; NULL is none. */
void pinfold_release(void *handle);

/* A switch to give to long calls. */
pinfold_stopper *pinfold_stopper_new(void);

/* Asks every call that was given the switch to stop, now and later; from any thread, but from
   no handler of a signal. */
void pinfold_stop(pinfold_stopper *stopper);

/* MARK: Names */

/* A workbench with the strategies, representatives, diffs, metrics and generators that are built in. */
pinfold_workbench *pinfold_workbench_new(void);

/* Loads a Lua plugin, or every plugin of a folder, in the order of names; of equal names the first one
   counts. Maps that are there keep the version that they were built with. */
pinfold_status pinfold_workbench_add_plugins(pinfold_workbench *workbench, const char *path, char **message);

/* Lists strategies, representatives, diffs, metrics or generators as JSON: names, summaries, parameters. */
pinfold_status pinfold_workbench_list(
    pinfold_workbench *workbench, const char *kind, char **json, char **message);

/* Runs a Lua script with the API of 'pinfold run': `points`, or NULL, are its `d`, and `arguments`, a value
   in JSON, or NULL, are its `args`. It may read any file, and write below the working directory. What it
   returns is stored as JSON, and what it prints as a text. */
pinfold_status pinfold_workbench_run(
    pinfold_workbench *workbench, const char *script, pinfold_points *points, const char *arguments,
    pinfold_stopper *stopper, char **json, char **printed, char **message);

/* MARK: Points */

/* A column of whatever else is known of points: numbers, of which NaN is missing; whole numbers, of which
   INT64_MIN is; or texts. */
typedef struct {
  const char *name;
  const double *numbers;  /* count of them; NULL for the others. */
  const int64_t *offsets; /* count + 1 rising offsets into bytes. */
  const char *bytes;      /* UTF-8. */
  const int64_t *integers; /* count of them; NULL for the others. */
  const uint8_t *valid;   /* Of texts: 0 for one that is missing, 1 for others; NULL where empty texts are missing. */
  const uint8_t *booleans; /* count of them: 0, 1, or 2 for a missing one; NULL for the others. */
} pinfold_attribute;

/* Points by column; every column but the first two may be NULL. */
typedef struct {
  int64_t count;
  const double *longitude;   /* Degrees, any finite number; x on a plane. */
  const double *latitude;    /* Degrees, -90 to 90; y on a plane. */
  const int64_t *ids;        /* Unique; NULL numbers points by row. */
  const int64_t *id_offsets; /* Texts as ids in place of numbers: count + 1 offsets into id_bytes. */
  const char *id_bytes;
  const double *weight; /* 0 or more. */
  const int32_t *group; /* An index into group_names, or -1: points of different groups never merge. */
  const char *const *group_names;
  int64_t group_count;
  const uint8_t *mergeable; /* 0 for points that never join a cluster. */
  const double *priority;
  const pinfold_attribute *attributes;
  int64_t attribute_count;
  int planar; /* Whether coordinates are plain x and y. */
} pinfold_columns;

/* Makes points of columns. */
pinfold_status pinfold_points_new(
    const pinfold_columns *columns, pinfold_stopper *stopper, pinfold_points **points, char **message);

/* Reads a file or generates points: "towns.csv", {"path": "towns.csv", "where": "population > 1000"} or
   {"generate": "cities", "count": 1000}. All columns of a file are kept but where "attributes" says
   otherwise. */
pinfold_status pinfold_points_read(
    pinfold_workbench *workbench, const char *definition, pinfold_stopper *stopper, pinfold_points **points,
    char **message);

/* Guesses from the names of a table's columns which are coordinates, as the reading of a file does; -1 for
   both where no two names match.
   planar: whether coordinates are plain x and y. */
pinfold_status pinfold_points_guess(
    const char *const *names, int64_t count, int planar, int64_t *longitude, int64_t *latitude, char **message);

/* The number of points. */
int64_t pinfold_points_count(pinfold_points *points);

/* What there is to know of points, as JSON: name, count, rows, planar, ids ("integer", "text" or "mixed"),
   weighted, groups, attributes with their types, warnings of the reading. */
pinfold_status pinfold_points_about(pinfold_points *points, char **json, char **message);

/* The coordinates by row, count each. */
pinfold_status pinfold_points_coordinates(
    pinfold_points *points, double *longitude, double *latitude, char **message);

/* The numbers of an attribute by row, count of them; NaN is missing, a truth 0 or 1. Whole numbers beyond
   2^53 are rounded. */
pinfold_status pinfold_points_numbers(
    pinfold_points *points, const char *name, double *numbers, char **message);

/* Whole numbers of an attribute of the type "integer" by row, count of them; INT64_MIN is missing. */
pinfold_status pinfold_points_integers(
    pinfold_points *points, const char *name, int64_t *integers, char **message);

/* Whole numbers as ids by row, count of them. */
pinfold_status pinfold_points_ids(pinfold_points *points, int64_t *ids, char **message);

/* Texts by row, an attribute's, or the ids' where name is NULL: count + 1 offsets into bytes that are stored,
   and 0 for each that is missing, 1 for others, unless valid is NULL. Ids that are numbers are written out. */
pinfold_status pinfold_points_texts(
    pinfold_points *points, const char *name, int64_t *offsets, uint8_t *valid, char **bytes, char **message);

/* Points as bytes, with all that they have, for another process of this version of the library. */
pinfold_status pinfold_points_save(pinfold_points *points, char **bytes, size_t *size, char **message);

/* The points that were saved as bytes, in the rows that they had. */
pinfold_status pinfold_points_load(
    const void *bytes, int64_t size, pinfold_points **points, char **message);

/* MARK: Cells */

/* Adds points up in cells, and stores them as CSV, byte for byte as 'pinfold aggregate' does: of any number
   of parts of the points, cells merge to those of all of them.
   definition: {"zooms": "0-12", "cell": 8, "strategy": "quadtree", "aggregate": ["population:sum"]}. */
pinfold_status pinfold_points_aggregate(
    pinfold_workbench *workbench, pinfold_points *points, const char *definition, pinfold_stopper *stopper,
    char **csv, size_t *size, char **message);

/* Adds up cells, each part a text of CSV with its size; all are of the same zooms and columns. */
pinfold_status pinfold_cells_merge(
    const char *const *parts, const size_t *sizes, int64_t count, pinfold_stopper *stopper, char **csv,
    size_t *size, char **message);

/* MARK: Maps */

/* Builds a strategy's index over points.
   definition: the strategy; threads: 0 for one for each processor. */
pinfold_status pinfold_map_new(
    pinfold_workbench *workbench, pinfold_points *points, const char *definition, int threads,
    pinfold_stopper *stopper, pinfold_map **map, char **message);

/* The strategy with the settings that the definition gave: radius(radius=40). */
pinfold_status pinfold_map_label(pinfold_map *map, char **text, char **message);

/* The clusters of a view; NULL, or a view of which only the screen is said, shows all points.
   previous: the frame shown before, for representatives that look back; NULL for none. */
pinfold_status pinfold_map_frame(
    pinfold_map *map, const char *view, pinfold_frame *previous, pinfold_stopper *stopper,
    pinfold_frame **frame, char **message);

/* One cluster of a box. */
typedef struct {
  uint64_t id; /* Stable, from the members alone. */
  double longitude;
  double latitude;
  double expansion_zoom; /* The first zoom at which it has fallen apart; infinite for a point and a stack, and NaN
                            where the index does not know it: pinfold_frame_expansion_zooms searches for it. */
  int64_t point_count;   /* Members, those outside the box too. */
  int64_t row;           /* The row of the only member; -1 for several. */
} pinfold_cluster;

/* The clusters whose markers are in a box or on its edges, at a zoom, in one array, which is to be given to
   pinfold_free: less than pinfold_map_frame has of them, and faster. A west greater than the east crosses the
   date line. A point has the coordinates that it was given. */
pinfold_status pinfold_map_clusters(
    pinfold_map *map, double west, double south, double east, double north, double zoom,
    pinfold_cluster **clusters, int64_t *count, char **message);

/* The map with more points, which need ids that the map has not. Maps and frames that are there stay as they
   are. Rows of edited points: those that are left in their order, and then those that were inserted. */
pinfold_status pinfold_map_insert(
    pinfold_map *map, const pinfold_columns *columns, pinfold_stopper *stopper, pinfold_map **edited,
    char **message);

/* The map without the points of some ids; nothing else of the columns is looked at. */
pinfold_status pinfold_map_remove(
    pinfold_map *map, const pinfold_columns *columns, pinfold_stopper *stopper, pinfold_map **edited,
    char **message);

/* The map with some points elsewhere: ids, longitudes and latitudes. */
pinfold_status pinfold_map_move(
    pinfold_map *map, const pinfold_columns *columns, pinfold_stopper *stopper, pinfold_map **edited,
    char **message);

/* The points of a map, edited or not. */
pinfold_status pinfold_map_points(pinfold_map *map, pinfold_points **points, char **message);

/* A vector tile, not packed, with the options of 'pinfold tiles' as definition. */
pinfold_status pinfold_map_tile(
    pinfold_map *map, int64_t zoom, int64_t column, int64_t row, const char *definition,
    pinfold_stopper *stopper, char **bytes, size_t *size, char **message);

/* Writes the vector tiles of all zooms, byte for byte as 'pinfold tiles' does, and stores their number.
   path: a name that ends in .pmtiles or .mbtiles, or that of a folder. */
pinfold_status pinfold_map_write_tiles(
    pinfold_map *map, const char *path, const char *definition, pinfold_stopper *stopper, int64_t *count,
    char **message);

/* Serves points as a live map to the browsers of this machine, until the handle is released.
   definition: {"strategies": ["grid", "radius"], "view": {...}, "port": 0}. */
pinfold_status pinfold_live_new(
    pinfold_workbench *workbench, pinfold_points *points, const char *definition, pinfold_live **live,
    char **message);

/* The address of the page. */
pinfold_status pinfold_live_address(pinfold_live *live, char **text, char **message);

/* The points that were selected last, on a page or by pinfold_live_select: 1 for those by row, 0 for others,
   pinfold_points_count of them. */
pinfold_status pinfold_live_selection(pinfold_live *live, uint8_t *selected, char **message);

/* Selects the points whose value is not 0, by row, on every page, and on pages that are opened later. */
pinfold_status pinfold_live_select(pinfold_live *live, const uint8_t *selected, char **message);

/* MARK: Frames */

/* The number of clusters. */
int64_t pinfold_frame_count(pinfold_frame *frame);

/* The clusters by column, pinfold_frame_count each; NULL for a column that is not wanted.
   ids: stable, from the members alone; point_counts: members, those out of view too; speakers: the row of
   the member that the marker speaks for, or -1; hidden: 1 for markers that a separation hides. */
pinfold_status pinfold_frame_columns(
    pinfold_frame *frame, uint64_t *ids, double *longitude, double *latitude, int64_t *point_counts,
    double *weights, int64_t *speakers, uint8_t *hidden, char **message);

/* The cluster of every point by row, pinfold_points_count of them; -1 for points that the frame does not
   show. */
pinfold_status pinfold_frame_labels(pinfold_frame *frame, int32_t *labels, char **message);

/* The rows of a cluster's members, in the order of their ids, as many as its point count. */
pinfold_status pinfold_frame_members(pinfold_frame *frame, int64_t cluster, int64_t *rows, char **message);

/* The boxes around the members: west, south, east and north of each cluster; a west greater than the east
   crosses the date line. */
pinfold_status pinfold_frame_bounds(pinfold_frame *frame, double *bounds, char **message);

/* A number for each cluster of a column of points, such as "population:sum"; NaN where no member has a
   value. */
pinfold_status pinfold_frame_aggregate(
    pinfold_frame *frame, const char *aggregation, pinfold_stopper *stopper, double *numbers, char **message);

/* The first zoom at which each cluster falls apart, of strategies whose clusters nest; infinite where none
   does. */
pinfold_status pinfold_frame_expansion_zooms(
    pinfold_frame *frame, pinfold_stopper *stopper, double *zooms, char **message);

/* Parts of a cluster as a frame: {"of": "05f2be6871e5a24c", "show": "leaves", "limit": 10}. */
pinfold_status pinfold_frame_parts(
    pinfold_frame *frame, const char *definition, pinfold_stopper *stopper, pinfold_frame **parts,
    char **message);

/* Writes a frame, byte for byte as 'pinfold cluster' does.
   format: json, geojson, csv or table, with the options of 'pinfold cluster' as definition; svg, with
   those of 'pinfold plot'; digest, the SHA-256 of the canonical text, without any. The bytes end in a zero
   that size does not count. */
pinfold_status pinfold_frame_write(
    pinfold_frame *frame, const char *format, const char *definition, pinfold_stopper *stopper, char **bytes,
    size_t *size, char **message);

/* How the markers of one frame become those of another, as JSON.
   diff: NULL for "membership". */
pinfold_status pinfold_frame_transition(
    pinfold_workbench *workbench, pinfold_frame *from, pinfold_frame *to, const char *diff, char **json,
    char **message);

/* Measures frames, each two in a row, and all together: JSON, byte for byte as 'pinfold score' writes it.
   definition: {"metrics": ["overlap"], "seed": 1}. */
pinfold_status pinfold_frames_score(
    pinfold_workbench *workbench, pinfold_frame *const *frames, int64_t count, const char *definition,
    pinfold_stopper *stopper, char **json, char **message);

/* MARK: The command */

/* Runs the command 'pinfold' with arguments, the first of which is its name, and ends the process with the
   command's exit code. It sets handlers of signals as a program of its own does. */
void pinfold_command(int count, const char *const *arguments);

/* MARK: Arrow */

/* Callbacks for structures of Arrow's C data interface whose memory belongs to objects of Python, for the
   Python package: Sources/C/CArrow/include/CArrow.h describes them. */
struct ArrowSchema;
struct ArrowArray;
struct ArrowArrayStream;
struct pinfold_python;
void pinfold_arrow_python(const struct pinfold_python *functions);
void pinfold_arrow_release_schema(struct ArrowSchema *schema);
void pinfold_arrow_release_array(struct ArrowArray *array);
void pinfold_arrow_release_stream(struct ArrowArrayStream *stream);
void pinfold_arrow_end_capsule(void *capsule);

#ifdef __cplusplus
}
#endif

#endif
