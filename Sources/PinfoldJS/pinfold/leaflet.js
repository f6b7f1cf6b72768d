import { Supercluster } from "./index.js";

/**
 * Clusters of point features as a Leaflet layer: `clusterLayer(L, features, options).addTo(map)`.
 *
 * A cluster that stays keeps its marker, as its id follows from its members.
 *
 * @param makers - `cluster(feature, latlng)` and `point(feature, latlng)` make markers; by default circles with a count.
 */
export function clusterLayer(L, features, options, makers = {}) {
  const clusters = new Supercluster(options).load(features);
  const markers = new Map();
  const icon = (count) => L.divIcon({ className: "pinfold-cluster", html: `<b>${count}</b>`, iconSize: [36, 36] });
  const make = {
    cluster: (feature, place) => L.marker(place, { icon: icon(feature.properties.point_count_abbreviated) }),
    point: (feature, place) => L.circleMarker(place, { radius: 6 }),
    ...makers,
  };

  const Layer = L.LayerGroup.extend({
    clusters,
    onAdd(map) {
      L.LayerGroup.prototype.onAdd.call(this, map);
      map.on("moveend", this.move, this);
      this.move();
    },
    onRemove(map) {
      map.off("moveend", this.move, this);
      L.LayerGroup.prototype.onRemove.call(this, map);
    },
    /** Shows what there is after an edit: all markers are made again, as any may have other properties. */
    refresh() {
      for (const marker of markers.values()) this.removeLayer(marker);
      markers.clear();
      this.move();
    },
    /** Shows what is in view; markers that stay are kept. */
    move() {
      const bounds = this._map.getBounds().pad(0.25);
      const box = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
      const wanted = new Map(clusters.getClusters(box, this._map.getZoom()).map(
        (feature) => [feature.properties.cluster ? `cluster ${feature.id}` : feature, feature]));
      for (const [key, marker] of markers) {
        if (wanted.has(key)) continue;
        this.removeLayer(marker);
        markers.delete(key);
      }
      for (const [key, feature] of wanted) {
        if (markers.has(key)) continue;
        const [longitude, latitude] = feature.geometry.coordinates;
        const place = [latitude, longitude];
        const isCluster = feature.properties.cluster;
        const marker = isCluster ? make.cluster(feature, place) : make.point(feature, place);
        if (isCluster) {
          marker.on("click", () => this._map.setView(place, clusters.getClusterExpansionZoom(feature.id)));
        }
        markers.set(key, marker);
        this.addLayer(marker);
      }
    },
  });
  return new Layer();
}
