"""The piers, and what is known about the tide at each."""

from dataclasses import dataclass, field

from forecast import tides


@dataclass(frozen=True)
class Constituent:
    """One wave of the tide: its name, its height and when it peaks."""

    name: str
    amplitude: int
    phase: float


@dataclass
class Station:
    pier: str
    mean_level: int
    constituents: list[Constituent] = field(default_factory=list)
    residuals: list[int] = field(default_factory=list)

    def learn(self, at: int, level: int) -> int:
        """Remembers how far the water was from what was expected."""
        residual = level - tides.predict(self, at)
        self.residuals.append(residual)
        del self.residuals[:-24]
        return residual

    def surge(self) -> int:
        """What wind and pressure add at the moment, from the last readings."""
        if not self.residuals:
            return 0
        return round(sum(self.residuals) / len(self.residuals))


def load(rows: list[dict]) -> dict[str, Station]:
    """Builds stations from the rows of the constants table; a row without a pier is left out."""
    stations: dict[str, Station] = {}
    for row in rows:
        pier = row.get("pier")
        if not pier:
            continue
        station = stations.setdefault(pier, Station(pier, int(row["mean"])))
        station.constituents.append(Constituent(row["name"], int(row["amplitude"]), float(row["phase"])))
    return stations
