"""Predicts the tide as a sum of waves and turns it into levels for the board."""

import json
import math
import sys

from forecast import station as stations

# Degrees per hour of the waves that matter in this harbour.
SPEEDS = {
    "M2": 28.9841042,
    "S2": 30.0,
    "N2": 28.4397295,
    "K1": 15.0410686,
    "O1": 13.9430356,
}

STEP = 600


class UnknownConstituent(ValueError):
    """A table names a wave whose speed is not known here."""


def predict(station: "stations.Station", at: int) -> int:
    """The level at a time, in millimetres above chart datum, without wind."""
    hours = at / 3600
    level = float(station.mean_level)
    for wave in station.constituents:
        speed = SPEEDS.get(wave.name)
        if speed is None:
            raise UnknownConstituent(wave.name)
        level += wave.amplitude * math.cos(math.radians(speed * hours - wave.phase))
    return round(level)


def series(station: "stations.Station", start: int, hours: int) -> list[dict]:
    """Levels every ten minutes, with today's surge fading out over a day."""
    surge = station.surge()
    found = []
    for at in range(start, start + hours * 3600 + 1, STEP):
        fade = max(0.0, 1 - (at - start) / 86_400)
        found.append({"at": at, "level": predict(station, at) + round(surge * fade)})
    return found


def turning_points(levels: list[dict]) -> list[dict]:
    """High and low water: where the level stops rising or falling."""
    found = []
    for before, here, after in zip(levels, levels[1:], levels[2:]):
        if here["level"] >= before["level"] and here["level"] > after["level"]:
            found.append({**here, "kind": "high"})
        elif here["level"] <= before["level"] and here["level"] < after["level"]:
            found.append({**here, "kind": "low"})
    return found


def read_feed(lines, known: dict[str, "stations.Station"]) -> int:
    """Teaches the stations from the relay's feed; returns how many lines were of no use."""
    dropped = 0
    for line in lines:
        try:
            reading = json.loads(line)
            known[reading["pier"]].learn(reading["at"], reading["level"])
        except (ValueError, KeyError, TypeError):
            dropped += 1
    return dropped


def main(start: int, table: str) -> None:
    with open(table, encoding="utf-8") as rows:
        known = stations.load(json.load(rows))
    dropped = read_feed(sys.stdin, known)
    for pier, station in sorted(known.items()):
        print(json.dumps({"pier": pier, "levels": series(station, start, 24)}))
    if dropped:
        print(f"{dropped} readings dropped", file=sys.stderr)
