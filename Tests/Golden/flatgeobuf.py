#!/usr/bin/env python3
"""Prints flatgeobuf.txt: what GDAL reads of FlatGeobuf files, as a digest of each column.

    pip install pyogrio && Tests/Golden/flatgeobuf.py FOLDER

A digest is 64-bit FNV-1a over the rows: a number as its eight bytes, a text as UTF-8 and a zero byte, nothing for a
missing value but a byte of 255.
"""
import struct
import sys
from pathlib import Path

import numpy as np
import pyogrio.raw

FILES = ["world-cities-15000.fgb", "openflights-airports-extended.fgb"]


def digest(values):
    state = 0xCBF29CE484222325
    for value in values:
        if value is None or value != value:
            part = b"\xff"
        elif isinstance(value, str):
            part = value.encode() + b"\0"
        else:
            part = struct.pack("<d", value)
        for byte in part:
            state = (state ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{state:016x}"


def main():
    for name in FILES:
        meta, _, shapes, columns = pyogrio.raw.read(str(Path(sys.argv[1]) / name))
        places = np.array([struct.unpack_from("<dd", shape, 5) for shape in shapes])
        print(name, "x", digest(places[:, 0].tolist()))
        print(name, "y", digest(places[:, 1].tolist()))
        for field, column in zip(meta["fields"], columns):
            print(name, field, digest(column.tolist()))


main()
