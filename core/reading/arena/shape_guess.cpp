#include "reading/arena/shape_guess.h"

#include <stdexcept>

namespace gokan {

namespace {

constexpr int32_t kLargest = 100000;

class Reading {
 public:
  explicit Reading(const std::vector<uint8_t>& file) : file_(file) {}
  template <class T>
  T number() {
    if (file_.size() - at_ < sizeof(T)) throw std::invalid_argument("the weights end too soon");
    T value = 0;
    for (size_t i = 0; i < sizeof(T); ++i) value = T(value | T(T(file_[at_++]) << (8 * i)));
    return value;
  }
  // A number so small that sums over a whole board stay far below what 32 bits hold.
  int32_t weight() {
    const auto n = int32_t(number<uint32_t>());
    if (n < -kLargest || n > kLargest) throw std::invalid_argument("a weight is too large");
    return n;
  }
  template <class Array>
  void fill(Array& numbers) {
    for (auto& n : numbers) n = weight();
  }
  bool done() const { return at_ == file_.size(); }

 private:
  const std::vector<uint8_t>& file_;
  size_t at_ = 0;
};

// The shape turned by a quarter, or mirrored.
int seen(int shape, bool mirrored) {
  int cells[9], out = 0;
  for (int i = 8; i >= 0; --i, shape /= 5) cells[i] = shape % 5;
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 3; ++x) out = out * 5 + cells[mirrored ? 3 * y + 2 - x : 3 * (2 - x) + y];
  return out;
}

}  // namespace

ShapeWeights::ShapeWeights(const std::vector<uint8_t>& file) : rows_(size_t(kShapes)) {
  Reading in(file);
  const uint32_t trust = in.number<uint32_t>(), most = in.number<uint32_t>();
  if (trust > 1000 || most > 10000) throw std::invalid_argument("the weights are no weights");
  trust_ = int(trust);
  most_ = int(most);
  const uint32_t count = in.number<uint32_t>();
  if (count >= UINT16_MAX) throw std::invalid_argument("the weights are for too many shapes");
  for (uint32_t row = 1; row <= count; ++row) {
    uint32_t shape = in.number<uint32_t>();
    if (shape >= uint32_t(kShapes)) throw std::invalid_argument("the weights are for no shape");
    for (int turns = 0; turns < 8; ++turns) {
      rows_[shape] = uint16_t(row);
      shape = uint32_t(seen(int(shape), turns == 3));
    }
  }
  for (Side& side : sides_) {
    side.shape.resize(count + 1);
    for (uint32_t row = 1; row <= count; ++row)
      for (int16_t& n : side.shape[row]) n = int16_t(in.number<uint16_t>());
    for (auto& sums : side.count) in.fill(sums);
    in.fill(side.start);
    in.fill(side.weight);
    in.fill(side.by_itself);
    side.base = in.weight();
  }
  if (!in.done()) throw std::invalid_argument("the weights do not end where they should");
}

}  // namespace gokan
