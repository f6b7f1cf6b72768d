import { Supercluster } from "./index.js";

/**
 * Adds clusters of point features to a MapLibre map, as a GeoJSON source that follows the view. Style it with layers of
 * your own: clusters have `point_count`, points their properties.
 *
 * @returns the source's clusters and what changes them; `change` takes a function that edits the clusters.
 */
export function addClusters(map, source, features, options) {
  const clusters = new Supercluster(options).load(features);
  const none = { type: "FeatureCollection", features: [] };
  let shown = null;

  // Zooms of a MapLibre map are those of tiles of 512 pixels. In the order of the input the radius refers to any tile, as in
  // supercluster; other sizes are pixels at zooms of tiles of 256.
  const { strategy, order } = clusters.options;
  const shift = strategy === "radius" && order === "input" ? 0 : 1;

  function refresh() {
    const bounds = map.getBounds();
    const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
    const [width, height] = [(east - west) / 4, (north - south) / 4];
    const box = [west - width, south - height, east + width, north + height];
    const zoom = Math.floor(map.getZoom()) + shift;
    const state = [...box.map((edge) => edge.toFixed(6)), zoom].join();
    if (state === shown) return;
    shown = state;
    map.getSource(source)?.setData({ type: "FeatureCollection", features: clusters.getClusters(box, zoom) });
  }

  map.addSource(source, { type: "geojson", data: none });
  map.on("move", refresh);
  refresh();

  return {
    clusters,
    /** Runs `edit(clusters)`, and shows the result. */
    change(edit) {
      edit(clusters);
      shown = null;
      refresh();
    },
    /** Moves the map to where a cluster splits. */
    expand(feature) {
      const zoom = clusters.getClusterExpansionZoom(feature.properties.cluster_id) - shift;
      map.easeTo({ center: feature.geometry.coordinates, zoom });
    },
    /** Removes the source, and frees the clusters; remove your layers first. */
    remove() {
      map.off("move", refresh);
      map.removeSource(source);
      clusters.free();
    },
  };
}
