"""A chart of times against numbers of points, both axes logarithmic."""
import math
from html import escape

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 420, 60, 190, 20, 40
COLORS = ["#1b6ca8", "#6fb1e0", "#c0392b", "#e59866", "#2e7d32"]


def drawn(curves):
    """An SVG of curves: by name, seconds by number of points."""
    counts = sorted({count for curve in curves.values() for count in curve})
    times = [time for curve in curves.values() for time in curve.values()]
    low, high = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))
    first, last = math.log10(counts[0]), math.log10(counts[-1])

    def x(count):
        return LEFT + (math.log10(count) - first) / max(last - first, 1e-9) * (WIDTH - LEFT - RIGHT)

    def y(seconds):
        return HEIGHT - BOTTOM - (math.log10(seconds) - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
             'font-size="12">', f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
    for power in range(low, high + 1):
        height = y(10**power)
        parts.append(f'<path d="M{LEFT} {height:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
                     f'<text x="{LEFT - 6}" y="{height + 4:.1f}" text-anchor="end">{10**power:g} s</text>')
    for count in counts:
        parts.append(f'<text x="{x(count):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{count:,}</text>')
    for color, (name, curve) in zip(COLORS, curves.items()):
        line = "L".join(f"{x(count):.1f} {y(seconds):.1f}" for count, seconds in sorted(curve.items()))
        parts.append(f'<path d="M{line}" fill="none" stroke="{color}" stroke-width="2"/>')
    ends = sorted((y(curve[max(curve)]), color, name) for color, (name, curve) in zip(COLORS, curves.items()))
    label = 0
    for height, color, name in ends:
        label = max(height, label + 15)
        parts.append(f'<text x="{WIDTH - RIGHT + 8}" y="{label + 4:.1f}" fill="{color}">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>\n"])
