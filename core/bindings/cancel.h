// A flag that another thread may set to end a search.
#pragma once

#include <atomic>

struct Cancel {
  std::atomic<bool> flag{false};
};
