/* Uses the library as a program in C would, and returns the number of things that are not as they should
   be. */

#include "pinfold.h"

#include <stdio.h>
#include <string.h>

static int wrong = 0;

static void expect(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "not so: %s\n", what);
  wrong++;
}

static void expect_mistake(pinfold_status status, char **message, const char *part) {
  expect(status == PINFOLD_MISTAKE, part);
  expect(*message && strstr(*message, part), part);
  if (*message && !strstr(*message, part)) fprintf(stderr, "  it says: %s\n", *message);
  pinfold_free(*message);
  *message = NULL;
}

int main(void) {
  double longitude[] = {2.35, 2.36, 4.86, 5.38}, latitude[] = {48.88, 48.87, 45.76, 43.30}, count[] = {292, 49, 35, 17};
  int64_t offsets[] = {0, 4, 7, 7, 16}, falling[] = {0, 4, 3, 7, 16};
  pinfold_attribute attributes[] = {
    {"passengers", count, NULL, NULL, NULL, NULL, NULL},
    {"name", NULL, offsets, "NordEstMarseille", NULL, NULL, NULL}};
  pinfold_columns columns = {0};
  char *message = NULL, *text = NULL;
  pinfold_points *points = NULL;
  pinfold_map *map = NULL;
  pinfold_frame *frame = NULL;
  pinfold_workbench *workbench = pinfold_workbench_new();
  pinfold_stopper *stopper = pinfold_stopper_new();

  columns.count = 4;
  columns.longitude = longitude;
  columns.latitude = latitude;
  columns.attributes = attributes;
  columns.attribute_count = 2;
  if (pinfold_points_new(&columns, NULL, &points, &message)) return puts(message), 1;
  expect(pinfold_points_count(points) == 4, "four points");
  expect(!pinfold_points_about(points, &text, NULL) && strstr(text, "\"passengers\":\"number\""), "an attribute");
  pinfold_free(text);

  /* What goes in is copied. */
  memset(longitude, 0, sizeof longitude);
  if (pinfold_map_new(workbench, points, "\"radius(radius=40)\"", 1, NULL, &map, &message)) return puts(message), 1;
  pinfold_release(points);
  if (pinfold_map_frame(map, "{\"lon\": 3, \"lat\": 47, \"zoom\": 6}", NULL, NULL, &frame, &message))
    return puts(message), 1;

  expect(pinfold_frame_count(frame) == 3, "three clusters");
  double sums[3], total = 0;
  int64_t counts[3], rows[4], shown = 0;
  expect(!pinfold_frame_columns(frame, NULL, NULL, NULL, counts, NULL, NULL, NULL, NULL), "one column");
  expect(!pinfold_frame_aggregate(frame, "passengers:sum", NULL, sums, NULL), "an aggregate");
  for (int cluster = 0; cluster < 3; cluster++) {
    shown += counts[cluster];
    total += sums[cluster];
    expect(!pinfold_frame_members(frame, cluster, rows, NULL) && rows[0] >= 0 && rows[0] < 4, "members");
  }
  expect(total == 393, "all passengers");
  printf("%d clusters of %d points\n", (int)pinfold_frame_count(frame), (int)shown);

  /* What is wrong is said, and stores nothing. */
  pinfold_map *none = NULL;
  expect_mistake(
      pinfold_map_new(workbench, NULL, NULL, 0, NULL, &none, &message), &message, "NULL is given in place of points");
  expect_mistake(
      pinfold_map_new(workbench, (pinfold_points *)map, NULL, 0, NULL, &none, &message), &message,
      "a map is given in place of points");
  expect_mistake(pinfold_points_read(workbench, "{\"path\"", NULL, &points, &message), &message, "data:1");
  expect_mistake(pinfold_points_read(workbench, "1, 2", NULL, &points, &message), &message, "one value in JSON");
  expect_mistake(
      pinfold_frame_write(frame, "jsn", NULL, NULL, &text, NULL, &message), &message, "did you mean 'json'?");
  columns.count = -1;
  expect_mistake(pinfold_points_new(&columns, NULL, &points, &message), &message, "columns of -1 points");
  columns.count = 4;
  attributes[1].offsets = falling;
  expect_mistake(pinfold_points_new(&columns, NULL, &points, &message), &message, "the offset of row 1");
  attributes[1].offsets = NULL;
  expect_mistake(pinfold_points_new(&columns, NULL, &points, &message), &message, "neither numbers nor texts");
  expect(none == NULL, "nothing stored");

  /* A switch that is flipped stops calls that come later too. */
  pinfold_stop(stopper);
  expect(
      pinfold_points_read(workbench, "{\"generate\": \"cities\"}", stopper, &points, NULL) == PINFOLD_STOPPED,
      "stopped");

  pinfold_release(NULL);
  pinfold_free(NULL);
  pinfold_release(frame);
  pinfold_release(map);
  pinfold_release(stopper);
  pinfold_release(workbench);
  return wrong;
}
