// A test framework in one page: TEST(name) { CHECK(x); CHECK_EQ(a, b); }, and boards drawn as text.
#pragma once

#include <functional>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "go/board.h"

namespace gokan::test {

struct Case {
  std::string name;
  std::function<void()> body;
};

inline std::vector<Case>& cases() {
  static std::vector<Case> all;
  return all;
}

struct Register {
  Register(const char* name, std::function<void()> body) { cases().push_back({name, body}); }
};

struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

[[noreturn]] inline void fail(const char* file, int line, const std::string& what) {
  std::ostringstream text;
  text << file << ":" << line << ": " << what;
  throw Failure(text.str());
}

#define TEST(name)                                                          \
  static void test_##name();                                                \
  static const ::gokan::test::Register register_##name(#name, test_##name); \
  static void test_##name()

#define CHECK(what)                                                         \
  do {                                                                      \
    if (!(what)) ::gokan::test::fail(__FILE__, __LINE__, "not so: " #what); \
  } while (0)

#define CHECK_EQ(a, b)                                      \
  do {                                                      \
    const auto left_ = (a);                                 \
    const auto right_ = (b);                                \
    if (!(left_ == right_)) {                               \
      std::ostringstream text_;                             \
      text_ << #a " is " << left_ << ", not " << right_;    \
      ::gokan::test::fail(__FILE__, __LINE__, text_.str()); \
    }                                                       \
  } while (0)

// A board from rows of X (black), O (white), . (empty); a lower-case letter is an empty point with
// that name. Blanks are ignored.
struct Diagram {
  explicit Diagram(const std::string& text);
  Board board{1, 1};
  Point operator[](char name) const;  // the point with that letter

 private:
  std::vector<std::pair<char, Point>> names_;
};

std::string draw(const Board& board);

// Small deterministic random numbers, the same on every machine.
class Dice {
 public:
  explicit Dice(uint64_t seed) : state_(seed * 2654435769u + 88172645463325252ull) {}
  uint32_t below(uint32_t n) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return uint32_t((state_ >> 33) % n);
  }

 private:
  uint64_t state_;
};

}  // namespace gokan::test
