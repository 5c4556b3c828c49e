// Several versions of one function, chosen when the program starts by what the machine can do.
// The results do not depend on the choice: no version may contract a multiplication and an
// addition.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__linux__) && \
    !defined(__SANITIZE_ADDRESS__)
#define GOKAN_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define GOKAN_CLONES
#endif
