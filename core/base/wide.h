// With GCC on x86 there are versions of some loops for wider vectors than the oldest machines have,
// where GOKAN_WIDE is defined. (A sanitizer wants one only.)
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define GOKAN_WIDE
#include <immintrin.h>
#endif
