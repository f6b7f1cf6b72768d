import type { Options, PointFeature, Supercluster } from "./index.js";

/** Adds clusters of point features to a MapLibre map, as a GeoJSON source that follows the view. */
export function addClusters<P>(map: any, source: string, features: PointFeature<P>[], options?: Options<P>): {
  clusters: Supercluster<P>;
  change(edit: (clusters: Supercluster<P>) => void): void;
  expand(feature: { geometry: any; properties: any }): void;
  remove(): void;
};
