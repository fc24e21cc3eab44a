package quayside.kiosk;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** The touch screen in the waiting room: one departure at a time, in large letters. */
public final class Kiosk {
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm").withZone(ZoneId.of("Europe/Lisbon"));

    private final List<Departure> departures = new ArrayList<>();
    private int shown;

    /** Takes a new list and stays on the departure that was shown, if it is still there. */
    public void replace(List<Departure> next) {
        String route = departures.isEmpty() ? "" : departures.get(shown).route();
        departures.clear();
        departures.addAll(next);
        shown = 0;
        for (int index = 0; index < departures.size(); index++) {
            if (departures.get(index).route().equals(route)) {
                shown = index;
                break;
            }
        }
    }

    public void touchNext() {
        if (!departures.isEmpty()) {
            shown = (shown + 1) % departures.size();
        }
    }

    /** What the screen says: never an empty screen. */
    public String screen() {
        if (departures.isEmpty()) {
            return "No more departures today";
        }
        Departure departure = departures.get(shown);
        return CLOCK.format(Instant.ofEpochSecond(departure.at())) + "  " + departure.route() + "  pier " + departure.pier();
    }

    /** A departure as the board decided it. */
    public record Departure(String route, String pier, long at) {}
}
