#include "gauge.h"

/* Sound travels about 343 metres a second, there and back again. */
#define MICROSECONDS_PER_MILLIMETRE 5.83
#define LONGEST_ECHO 60000u

void gauge_init(struct gauge *gauge, int32_t datum)
{
    gauge->datum = datum;
    gauge->filled = 0;
    gauge->next = 0;
}

bool gauge_pulse(struct gauge *gauge, uint32_t microseconds)
{
    if (microseconds == 0 || microseconds > LONGEST_ECHO)
        return false;
    int32_t distance = (int32_t)(microseconds / MICROSECONDS_PER_MILLIMETRE);
    gauge->window[gauge->next] = gauge->datum - distance;
    gauge->next = (uint8_t)((gauge->next + 1) % GAUGE_WINDOW);
    if (gauge->filled < GAUGE_WINDOW)
        gauge->filled++;
    return true;
}

static int32_t median(const int32_t *values, uint8_t count)
{
    int32_t sorted[GAUGE_WINDOW];
    for (uint8_t i = 0; i < count; i++) {
        uint8_t at = i;
        while (at > 0 && sorted[at - 1] > values[i]) {
            sorted[at] = sorted[at - 1];
            at--;
        }
        sorted[at] = values[i];
    }
    return sorted[count / 2];
}

bool gauge_level(const struct gauge *gauge, int16_t *level)
{
    if (gauge->filled < GAUGE_WINDOW)
        return false;
    *level = (int16_t)median(gauge->window, gauge->filled);
    return true;
}
