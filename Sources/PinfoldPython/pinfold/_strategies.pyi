"""The strategies and their parameters, generated: RECORD_SNAPSHOTS=1 with Tests/Python/test_types.py writes the file again."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias, overload

import numpy as np

from . import Map

Whole: TypeAlias = int | np.integer[Any]
Number: TypeAlias = float | np.floating[Any] | np.integer[Any]

#: Pixels on the screen, the same at every zoom or by zoom: `{0: 80, 12: 40}`.
Size: TypeAlias = Number | Mapping[int, Number] | Mapping[str, Number]

#: The strategies that come with the package.
StrategyName: TypeAlias = Literal[
    "dbscan", "geohash", "grid", "grid-merge", "hexgrid", "hierarchical", "kmeans", "meters", "none", "pairwise",
    "pca", "quadtree", "radius", "random", "separate",
]

class Clustered:
    @overload
    def cluster(
        self, strategy: Literal["dbscan"], *, threads: int = 0, min_points: Whole = 4, radius: Number = 30,
        representative: str | Mapping[str, Any] = ..., limits: Mapping[str, Any] = ...,
        selected: Iterable[str | Whole] = ..., separate: bool | Mapping[str, Any] = ...,
    ) -> Map: ...
    @overload
    def cluster(
        self, strategy: Literal["geohash"], *, threads: int = 0, cell_size: Number = 80, precision: Whole = 0,
        representative: str | Mapping[str, Any] = ..., limits: Mapping[str, Any] = ...,
        selected: Iterable[str | Whole] = ..., separate: bool | Mapping[str, Any] = ...,
    ) -> Map: ...
    @overload
    def cluster(
        self, strategy: Literal["grid"], *, threads: int = 0, cell_size: Size = 60,
        anchor: Literal["world", "viewport", "continuous"] = "world", finer: bool = False,
        representative: str | Mapping[str, Any] = ..., limits: Mapping[str, Any] = ...,
        selected: Iterable[str | Whole] = ..., separate: bool | Mapping[str, Any] = ...,
    ) -> Map: ...
    @overload
    def cluster(
        self, strategy: Literal["grid-merge"], *, threads: int = 0, cell_size: Number = 60, radius: Number = 40,
        scope: Literal["world", "view"] = "world", representative: str | Mapping[str, Any] = ...,
        limits: Mapping[str, Any] = ..., selected: Iterable[str | Whole] = ...,
        separate: bool | Mapping[str, Any] = ...,
    ) -> Map: ...
    @overload
    def cluster(
        self, strategy: Literal["hexgrid"], *, threads: int = 0, cell_size: Number = 70,
        representative: str | Mapping[str, Any] = ..., limits: Mapping[str, Any] = ...,
        selected: Iterable[str | Whole] = ..., separate: bool | Mapping[str, Any] = ...,
    ) -> Map: ...
    @overload
    def cluster(
        self, strategy: Literal["hierarchical"], *, threads: int = 0, cell_size: Number = 65, max_zoom: Whole = 18,
        representative: str | Mapping[str, Any] = ..., limits: Mapping[str, Any] = ...,
        selected: Iterable[str | Whole] = ..., separate: bool | Mapping[str, Any] = ...,
    ) -> Map: ...
    @overload
    def cluster(
        self, strategy: Literal["kmeans"], *, threads: int = 0, k: Whole = 32, seed: Whole = 1, restarts: Whole = 1,
        max_iterations: Whole = 100, tolerance: Number = 0.0001, scope: Literal["view", "world"] = "view",
        representative: str | Mapping[str, Any] = ..., limits: Mapping[str, Any] = ...,
        selected: Iterable[str | Whole] = ..., separate: bool | Mapping[str, Any] = ...,
    ) -> Map: ...
    @overload
    def cluster(
        self, strategy: Literal["meters"], *, threads: int = 0, radius: Number = 1000,
        representative: str | Mapping[str, Any] = ..., limits: Mapping[str, Any] = ...,
        selected: Iterable[str | Whole] = ..., separate: bool | Mapping[str, Any] = ...,
    ) -> Map: ...
    @overload
    def cluster(
        self, strategy: Literal["none"], *, threads: int = 0, representative: str | Mapping[str, Any] = ...,
        limits: Mapping[str, Any] = ..., selected: Iterable[str | Whole] = ...,
        separate: bool | Mapping[str, Any] = ...,
    ) -> Map: ...
    @overload
    def cluster(
        self, strategy: Literal["pairwise"], *, threads: int = 0, radius: Size = 40, max_positions: Whole = 20000,
        representative: str | Mapping[str, Any] = ..., limits: Mapping[str, Any] = ...,
        selected: Iterable[str | Whole] = ..., separate: bool | Mapping[str, Any] = ...,
    ) -> Map: ...
    @overload
    def cluster(
        self, strategy: Literal["pca"], *, threads: int = 0, budget: Whole = 32,
        axis: Literal["principal", "applidium", "widest"] = "principal",
        search: Literal["best-first", "breadth-first"] = "best-first", gamma: Number = 1,
        representative: str | Mapping[str, Any] = ..., limits: Mapping[str, Any] = ...,
        selected: Iterable[str | Whole] = ..., separate: bool | Mapping[str, Any] = ...,
    ) -> Map: ...
    @overload
    def cluster(
        self, strategy: Literal["quadtree"], *, threads: int = 0, cell_size: Size = 80, capacity: Whole = 8,
        cut: Literal["node", "region", "whole-degrees"] = "node", representative: str | Mapping[str, Any] = ...,
        limits: Mapping[str, Any] = ..., selected: Iterable[str | Whole] = ...,
        separate: bool | Mapping[str, Any] = ...,
    ) -> Map: ...
    @overload
    def cluster(
        self, strategy: Literal["radius"], *, threads: int = 0, radius: Size = 40, extent: Number = 512,
        min_zoom: Whole = 0, max_zoom: Whole = 16, levels_per_zoom: Whole = 1, min_points: Whole = 2,
        order: Literal["canonical", "input"] = "canonical", representative: str | Mapping[str, Any] = ...,
        limits: Mapping[str, Any] = ..., selected: Iterable[str | Whole] = ...,
        separate: bool | Mapping[str, Any] = ...,
    ) -> Map: ...
    @overload
    def cluster(
        self, strategy: Literal["random"], *, threads: int = 0, k: Whole = 32, seed: Whole = 1,
        representative: str | Mapping[str, Any] = ..., limits: Mapping[str, Any] = ...,
        selected: Iterable[str | Whole] = ..., separate: bool | Mapping[str, Any] = ...,
    ) -> Map: ...
    @overload
    def cluster(
        self, strategy: Literal["separate"] | None = None, *, threads: int = 0,
        collision_mode: Literal["circle", "rectangle"] = "circle", padding: Size = 0, smallest: Size = 12,
        largest: Size = 32, saturation: Whole = 10000, width: Number = 0, height: Number = 0, anchor:
        Literal["center", "top", "bottom", "left", "right", "top-left", "top-right", "bottom-left", "bottom-right"] =
        "center", point_width: Number = 0, point_height: Number = 0, point_anchor: Literal["same", "center", "top",
        "bottom", "left", "right", "top-left", "top-right", "bottom-left", "bottom-right"] = "same",
        levels_per_zoom: Whole = 1, representative: str | Mapping[str, Any] = ..., limits: Mapping[str, Any] = ...,
        selected: Iterable[str | Whole] = ..., separate: bool | Mapping[str, Any] = ...,
    ) -> Map: ...
    #: Other definitions, and names that are known later. A checker of types knows no parameters of plugins that do not
    #: come with the package: write these as 'mine(size=3)' or {"name": "mine", "size": 3}.
    @overload
    def cluster(
        self, strategy: str | Mapping[str, Any], *, threads: int = 0, anchor: Literal["center", "top", "bottom",
        "left", "right", "top-left", "top-right", "bottom-left", "bottom-right"] | Literal["world", "viewport",
        "continuous"] = ..., axis: Literal["principal", "applidium", "widest"] = ..., budget: Whole = ...,
        capacity: Whole = ..., cell_size: Number | Size = ..., collision_mode: Literal["circle", "rectangle"] = ...,
        cut: Literal["node", "region", "whole-degrees"] = ..., extent: Number = ..., finer: bool = ...,
        gamma: Number = ..., height: Number = ..., k: Whole = ..., largest: Size = ..., levels_per_zoom: Whole = ...,
        max_iterations: Whole = ..., max_positions: Whole = ..., max_zoom: Whole = ..., min_points: Whole = ...,
        min_zoom: Whole = ..., order: Literal["canonical", "input"] = ..., padding: Size = ..., point_anchor:
        Literal["same", "center", "top", "bottom", "left", "right", "top-left", "top-right", "bottom-left",
        "bottom-right"] = ..., point_height: Number = ..., point_width: Number = ..., precision: Whole = ...,
        radius: Number | Size = ..., restarts: Whole = ..., saturation: Whole = ...,
        scope: Literal["view", "world"] | Literal["world", "view"] = ...,
        search: Literal["best-first", "breadth-first"] = ..., seed: Whole = ..., smallest: Size = ...,
        tolerance: Number = ..., width: Number = ..., representative: str | Mapping[str, Any] = ...,
        limits: Mapping[str, Any] = ..., selected: Iterable[str | Whole] = ...,
        separate: bool | Mapping[str, Any] = ...,
    ) -> Map: ...
