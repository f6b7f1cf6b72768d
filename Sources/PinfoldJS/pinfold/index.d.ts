declare global {
  // For projects whose `lib` has no `esnext.disposable`.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

/** West, south, east, north, in degrees. */
export type BBox = [number, number, number, number] | number[];

export interface PointFeature<P> {
  type: "Feature";
  id?: string | number;
  properties: P;
  geometry: { type: "Point"; coordinates: number[] };
}

export interface ClusterProperties {
  cluster: true;
  /** A safe integer that follows from the ids of the members alone. */
  cluster_id: number;
  point_count: number;
  /** The count, shortened from 1,000 on: "1.2k". */
  point_count_abbreviated: string | number;
}

export interface ClusterFeature<C> {
  type: "Feature";
  id: number;
  properties: ClusterProperties & C;
  geometry: { type: "Point"; coordinates: [number, number] };
}

export interface TileFeature<P, C> {
  type: 1;
  id?: string | number;
  geometry: [[number, number]];
  tags: P | (ClusterProperties & C);
}

interface CommonOptions<P, C> {
  /** The least zoom of clusters. Default: 0. */
  minZoom?: number;
  /** The deepest zoom of clusters; beyond it there are points alone. Default: 16; 20 for strategies other than radius. */
  maxZoom?: number;
  /** The width of a tile, in the units of `radius` and of tile queries. Default: 512. */
  extent?: number;
  /** Whether points of tiles have their numbers as ids. Default: false. */
  generateId?: boolean;
  /** Whether to print how long loading takes. Default: false. */
  log?: boolean;
  /** The properties of a point from which those of clusters are reduced. Default: all of them. */
  map?: (properties: P) => C;
  /** Adds the properties of a point to those of its cluster, in any order. */
  reduce?: ((accumulated: C, properties: C) => void) | null;
  /** Accepted and not used. */
  nodeSize?: number;
}

/** Points within a radius merge, zoom by zoom, as in supercluster. */
export interface RadiusOptions<P, C> extends CommonOptions<P, C> {
  strategy?: "radius";
  /** The radius of a cluster, in units of which `extent` is a tile. 1…4096, default: 40. */
  radius?: number;
  /** The fewest points of a cluster. Default: 2. */
  minPoints?: number;
  /** How often clusters change in a zoom. Default: 1. */
  levelsPerZoom?: number;
  /**
   * `input` merges in the order of the input, as supercluster does. `canonical` gives the same clusters for any order of
   * the input, and merges across ±180°; edits take milliseconds instead of a build. Its radius is in screen points, with
   * tiles of 256. Default: `input`.
   */
  order?: "input" | "canonical";
}

/** Square cells. */
export interface GridOptions<P, C> extends CommonOptions<P, C> {
  strategy: "grid";
  /** The wanted side of a cell, in screen points. 1…4096, default: 60. */
  cellSize?: number;
}

/** Cells of a quadtree that hold more than `capacity` points and are larger than `cellSize` are divided. */
export interface QuadtreeOptions<P, C> extends CommonOptions<P, C> {
  strategy: "quadtree";
  cellSize?: number;
  capacity?: number;
}

/** At most `budget` clusters in a box, by splits along principal axes. */
export interface PCAOptions<P, C> extends CommonOptions<P, C> {
  strategy: "pca";
  budget?: number;
}

/** k-means of the points in a box. */
export interface KMeansOptions<P, C> extends CommonOptions<P, C> {
  strategy: "kmeans";
  k?: number;
  seed?: number;
}

/** Circular markers, as large as their counts say, that never overlap. */
export interface SeparateOptions<P, C> extends CommonOptions<P, C> {
  strategy: "separate";
  /** The room between markers, in screen points. Default: 0. */
  padding?: number;
  /** The radius of a point's marker. Default: 12. */
  smallest?: number;
  /** The radius of the largest marker. Default: 32. */
  largest?: number;
  /** The number of points from which markers grow no more. Default: 10,000. */
  saturation?: number;
}

/** Points alone. */
export interface NoneOptions<P, C> extends CommonOptions<P, C> {
  strategy: "none";
}

export type Options<P = any, C = any> =
  | RadiusOptions<P, C> | GridOptions<P, C> | QuadtreeOptions<P, C> | PCAOptions<P, C> | KMeansOptions<P, C>
  | SeparateOptions<P, C> | NoneOptions<P, C>;

/** Clusters of points: the class of supercluster 8, with edits, stable ids and other strategies. */
export class Supercluster<P = any, C = any> {
  readonly options: Options<P, C>;

  /** @throws TypeError, RangeError for options that are unknown or out of range. */
  constructor(options?: Options<P, C>);

  /**
   * Builds the clusters of point features; those without a geometry are left out.
   * @throws TypeError, RangeError for other geometries and bad coordinates, naming the feature.
   */
  load(features: PointFeature<P>[]): this;

  /**
   * The clusters and points whose markers are in a box, on its edges too, in an order that the points decide.
   * @throws TypeError for a side or a zoom that is no number.
   */
  getClusters(bbox: BBox, zoom: number): (PointFeature<P> | ClusterFeature<C>)[];

  /**
   * The parts of a cluster.
   *
   * `radius` finds a cluster by its id as long as the cluster is there, whether it was returned or not. Other strategies
   * find those that calls of this object returned, the last 50,000 at least, until they change by an edit or a `load`; for
   * one of an earlier call that call is made again, which takes as long as it took.
   * @throws Error for an id that no such cluster has, and with `kmeans`, whose clusters have no parts.
   */
  getChildren(clusterId: number): (PointFeature<P> | ClusterFeature<C>)[];

  /**
   * The features of a cluster; 10 by default, from `offset` on. Clusters are found as by `getChildren`.
   * @throws Error for an id that no such cluster has.
   */
  getLeaves(clusterId: number, limit?: number, offset?: number): PointFeature<P>[];

  /**
   * The zoom at which a cluster splits; of `pca`, in a view with the cluster in its center. Clusters are found as by
   * `getChildren`.
   * @throws Error for an id that no such cluster has, and with `kmeans`.
   */
  getClusterExpansionZoom(clusterId: number): number;

  /**
   * The features of a vector tile, or null. The ids of its clusters are found as those of `getClusters`.
   * @throws TypeError for a tile of other than whole numbers; Error with `pca` and `kmeans`, which have no tiles.
   */
  getTile(z: number, x: number, y: number): { features: TileFeature<P, C>[] } | null;

  /**
   * Adds features. One needs an id to be moved or removed later.
   * @throws Error for an id that is there already; TypeError, RangeError as `load`. Then nothing is added.
   */
  add(features: PointFeature<P>[]): this;

  /**
   * Removes all features with some ids.
   * @throws Error for an id that no feature has. Then nothing is removed.
   */
  remove(ids: string | number | (string | number)[]): this;

  /** Moves the feature with an id. @throws Error unless one feature has it; RangeError for a bad coordinate. */
  move(id: string | number, coordinates: [number, number] | number[]): this;

  /** Replaces the properties of the feature with an id. @throws Error unless one feature has it. */
  update(id: string | number, properties: P): this;

  /**
   * Gives back the module's memory at once; every later call throws. An object that is no longer used is freed
   * when the browser collects it, which may be late: it does not see how much memory the module has.
   */
  free(): void;

  /** `free()`, for `using`. */
  [Symbol.dispose](): void;
}

export default Supercluster;
