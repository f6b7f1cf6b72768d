import type { ClusterFeature, Options, PointFeature, Supercluster } from "./index.js";

/** Clusters of point features as a Leaflet layer. */
export function clusterLayer<P>(
  L: any, features: PointFeature<P>[], options?: Options<P>,
  makers?: {
    cluster?(feature: ClusterFeature<any>, place: [number, number]): any;
    point?(feature: PointFeature<P>, place: [number, number]): any;
  },
): any & { clusters: Supercluster<P>; refresh(): void };
