#ifndef QUAYSIDE_GAUGE_H
#define QUAYSIDE_GAUGE_H

#include <stdbool.h>
#include <stdint.h>

/* How many pulses the gauge averages; more is calmer and slower. */
#define GAUGE_WINDOW 16

struct gauge {
    int32_t datum;
    int32_t window[GAUGE_WINDOW];
    uint8_t filled;
    uint8_t next;
};

void gauge_init(struct gauge *gauge, int32_t datum);

/* Takes the time an echo took, in microseconds; false when no echo came back. */
bool gauge_pulse(struct gauge *gauge, uint32_t microseconds);

/* The level in millimetres above chart datum; false until the window is full. */
bool gauge_level(const struct gauge *gauge, int16_t *level);

#endif
