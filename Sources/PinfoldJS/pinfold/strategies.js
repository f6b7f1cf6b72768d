// The strategies and their numbers, in the order in which the module takes them: the least, the greatest, the default, and
// whether it is a whole number.
export const strategies = {
  "radius": {
    "radius": [1, 4096, 40, 0],
    "extent": [1, 65536, 512, 0],
    "minZoom": [0, 32, 0, 1],
    "maxZoom": [0, 32, 16, 1],
    "minPoints": [2, 1000, 2, 1],
    "levelsPerZoom": [1, 8, 1, 1]
  },
  "grid": {
    "cellSize": [1, 4096, 60, 0]
  },
  "quadtree": {
    "cellSize": [1, 4096, 80, 0],
    "capacity": [1, 4096, 8, 1]
  },
  "pca": {
    "budget": [1, 100000, 32, 1]
  },
  "kmeans": {
    "k": [1, 4096, 32, 1],
    "seed": [0, 2147483647, 1, 1]
  },
  "separate": {
    "padding": [0, 1000, 0, 0],
    "smallest": [1, 1000, 12, 0],
    "largest": [1, 1000, 32, 0],
    "saturation": [2, 1000000000, 10000, 1]
  },
  "none": {}
};
