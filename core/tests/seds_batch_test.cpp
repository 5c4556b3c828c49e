#include <cmath>

#include "strength/seds_batch_host.h"
#include "test.h"

using namespace gokan;
using namespace gokan::test;
using gokan_batch::exp_fixed;
using gokan_batch::log_fixed;

TEST(fixed_logarithms_are_right_to_a_unit) {
  for (const int bits : {16, 20}) {
    for (double x = 1; x > 1e-12; x *= 0.99917) {
      const double exact = std::log2(double(float(x)));
      CHECK(std::fabs(log_fixed(float(x), bits) - std::ldexp(exact, bits)) < 0.7);
    }
    CHECK_EQ(log_fixed(1, bits), 0);
    CHECK_EQ(log_fixed(0, bits), -gokan_batch::kSmallest * (1 << bits));
  }
}

TEST(fixed_powers_are_right_to_the_last_bits) {
  for (const int bits : {16, 20}) {
    for (int logarithm = 0; logarithm > -39 * (1 << bits); logarithm -= 97) {
      const double exact = std::exp2(std::ldexp(logarithm, -bits));
      CHECK(std::fabs(exp_fixed(logarithm, bits) / exact - 1) < 2e-7);
    }
    CHECK_EQ(exp_fixed(0, bits), 1.0f);
    CHECK_EQ(exp_fixed(-41 * (1 << bits), bits), 0.0f);
  }
}

TEST(sums_of_logarithms_do_not_overflow) {
  for (int n = 1; n <= kMaxOnBoard; ++n) {
    const int bits = gokan_batch::log_bits(n);
    CHECK(bits >= 16 && bits <= 20);
    CHECK(int64_t(n) * log_fixed(0, bits) > INT32_MIN);
  }
}
