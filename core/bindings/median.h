// For figures of speed: one slow round does not count.
#pragma once

#include <algorithm>
#include <vector>

namespace gokan {

inline double median(std::vector<double>& values) {
  const auto middle = values.begin() + long(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace gokan
