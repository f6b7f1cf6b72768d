// A C face for simdjson: frames of clusters in, columns out.
#ifndef CSIMDJSON_FRAMES_H
#define CSIMDJSON_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  PINFOLD_FRAMES_DONE = 0,
  PINFOLD_FRAMES_SYNTAX = 1,
  PINFOLD_FRAMES_SHAPE = 2,  // JSON, but not of frames: `path` says where
  PINFOLD_FRAMES_TOO_LARGE = 3,
  PINFOLD_FRAMES_OUT_OF_MEMORY = 4,
};

// The numbers of a viewport, in this order; NaN where the file has none. CLIP is 1 for "markers".
enum {
  PINFOLD_VIEW_X = 0,
  PINFOLD_VIEW_Y = 1,
  PINFOLD_VIEW_ZOOM = 2,
  PINFOLD_VIEW_WIDTH = 3,
  PINFOLD_VIEW_HEIGHT = 4,
  PINFOLD_VIEW_TILE_SIZE = 5,
  PINFOLD_VIEW_MARGIN = 6,
  PINFOLD_VIEW_BEARING = 7,
  PINFOLD_VIEW_CLIP = 8,
  PINFOLD_VIEW_FIELDS = 9,
};

typedef struct {
  bool list;  // the document is a list of frames, rather than one
  size_t frameCount;
  const double *viewports;      // PINFOLD_VIEW_FIELDS for each frame
  const uint64_t *clusterEnds;  // where the clusters of each frame end
  size_t clusterCount;
  const double *places;        // x and y of each cluster
  const double *radii;         // NaN where the file has none
  const int64_t *counts;       // −1 where the file has none
  const uint8_t *hidden;       // whether the marker of each cluster is hidden
  const uint64_t *memberEnds;  // where the members of each cluster end
  size_t memberCount;
  const uint8_t *texts;        // whether an id is a text
  const int64_t *payloads;     // the number, or the ordinal of the text
  size_t textCount;
  const uint64_t *textEnds;
  const char *text;
} PinfoldFrameColumns;

typedef struct PinfoldFrames PinfoldFrames;

// Null if memory is out. 64 bytes past the end must be readable. Positions are under the names "lon" and
// "lat", or "x" and "y" if the data are planar.
PinfoldFrames *pinfold_frames_read(const uint8_t *bytes, size_t length, bool planar);
void pinfold_frames_free(PinfoldFrames *frames);

int pinfold_frames_status(const PinfoldFrames *frames);
// The error: the reason; its path in the document (as in JavaScript, empty for all of it); and its byte
// offset.
const char *pinfold_frames_reason(const PinfoldFrames *frames);
const char *pinfold_frames_path(const PinfoldFrames *frames);
size_t pinfold_frames_offset(const PinfoldFrames *frames);

PinfoldFrameColumns pinfold_frames_columns(const PinfoldFrames *frames);

#ifdef __cplusplus
}
#endif

#endif
