from forecast import station, tides


def harbour():
    return station.Station("NP1", 2000, [station.Constituent("M2", 1200, 0.0)])


def test_high_water_at_the_phase():
    assert tides.predict(harbour(), 0) == 3200


def test_surge_is_the_mean_of_the_last_residuals():
    pier = harbour()
    pier.learn(0, 3300)
    pier.learn(0, 3260)
    assert pier.surge() == 80


def test_turning_points_alternate():
    points = tides.turning_points(tides.series(harbour(), 0, 24))
    kinds = [point["kind"] for point in points]
    assert all(one != two for one, two in zip(kinds, kinds[1:]))


def test_unusable_lines_are_counted():
    assert tides.read_feed(["{}", "no json"], {}) == 2
