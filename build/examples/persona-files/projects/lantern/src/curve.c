/* Brightness by step, 0..180. The eye is logarithmic, the table need not be exact. */
static const unsigned char curve[16] = {0, 2, 4, 7, 11, 16, 22, 30, 39, 50, 63, 79, 98, 121, 148, 180};
