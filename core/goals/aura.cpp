#include "goals/aura.h"

#include <algorithm>
#include <stdexcept>

namespace gokan::goals {
namespace {

using intuition::BoardGrid;
using intuition::kChannelStep;

constexpr int kTile = 4;
constexpr float kScale = 0.1f;
constexpr int kBreaths = 4;  // liberties that are told apart

enum Plane {
  kOnBoard,
  kFree,
  kFriend,
  kEnemy,
  kTarget,
  kFriendBreath,
  kEnemyBreath = 9,
  kKo = 13,
  kDefends,
  kAttacks
};

int padded(int channels) { return (channels + kChannelStep - 1) / kChannelStep * kChannelStep; }

}  // namespace

// The square, cut down to the board and its rim: what is seen of each point.
struct AuraRunner::Seen {
  int rows, columns;
  std::vector<float> planes;  // [points][kAuraPlanes]
};

struct AuraRunner::Room {
  std::vector<float> in, x, y, tiles, product;
  std::vector<int> source, off;
};

AuraRunner::AuraRunner(const AuraWeights& weights, const intuition::BoardKernels& kernels)
    : kernels_(kernels) {
  const auto wrong = [] { throw std::invalid_argument("the weights of the aura do not fit"); };
  if (weights.layers.size() < 3 || weights.layers.size() % 2 == 0) wrong();
  channels_ = int(weights.layers[0].bias.size());
  wide_ = padded(channels_);
  if (channels_ < 1 || channels_ > 512) wrong();
  if (weights.heads.size() != size_t(kAuraMaps * channels_)) wrong();
  if (weights.heads_bias.size() != kAuraMaps || weights.bias.size() != 2) wrong();
  for (size_t k = 0; k < weights.layers.size(); ++k) {
    const AuraLayer& layer = weights.layers[k];
    const int in = k ? channels_ : kAuraPlanes;
    const size_t size = size_t(channels_) * size_t(in) * 9;
    if (layer.weights.size() != size || layer.bias.size() != size_t(channels_)) wrong();
    std::vector<float> all = layer.weights, bias = layer.bias;
    all.resize(size_t(wide_) * size_t(in) * 9, 0.0f);
    bias.resize(size_t(wide_), 0.0f);
    layers_.push_back({intuition::spread_weights(all.data(), wide_, in, padded(in), kTile, kernels),
                       bias, padded(in)});
  }
  heads_ = weights.heads;
  heads_bias_ = weights.heads_bias;
  bias_ = weights.bias;
}

AuraSight AuraRunner::look(const Board& board, const std::vector<Point>& target, Color to_play,
                           int sides) const {
  const int height = board.height(), width = board.width();
  int first_row = height, last_row = 0, first_column = width, last_column = 0;
  std::vector<uint8_t> wanted(kMaxPoints, 0);
  const Color owner = board.color(target.front());
  const bool defends = to_play == owner;
  const Point ko = board.ko_color() == to_play ? board.ko() : kPass;
  for (const Point p : target) {
    const int index = board.geometry().index[p], row = index / width, column = index % width;
    first_row = std::min(first_row, row), last_row = std::max(last_row, row);
    first_column = std::min(first_column, column), last_column = std::max(last_column, column);
    wanted[size_t(board.head(p))] = 1;
  }
  const auto begin = [](int low, int high) { return (low + high) / 2 - kAuraSide / 2; };
  const int top = begin(first_row, last_row), left = begin(first_column, last_column);
  // On the board, and one point more where the square goes on.
  const int y0 = std::max(top, -1), y1 = std::min(top + kAuraSide, height + 1);
  const int x0 = std::max(left, -1), x1 = std::min(left + kAuraSide, width + 1);
  Seen seen{y1 - y0, x1 - x0, {}};
  seen.planes.assign(size_t(seen.rows * seen.columns) * kAuraPlanes, 0.0f);
  std::vector<int> numbers(size_t(seen.rows * seen.columns), -1);
  AuraSight sight{};
  for (int y = y0; y < y1; ++y) {
    for (int x = x0; x < x1; ++x) {
      const size_t place = size_t((y - y0) * seen.columns + x - x0);
      float* const at = seen.planes.data() + place * kAuraPlanes;
      at[defends ? kDefends : kAttacks] = 1;
      if (y < 0 || y >= height || x < 0 || x >= width) continue;
      at[kOnBoard] = 1;
      const Point p = board.at(x, y);
      if (!board.is_stone(p)) {
        at[kFree] = 1;
        at[kKo] = p == ko ? 1.0f : 0.0f;
        numbers[place] = y * width + x;
        continue;
      }
      const bool own = board.color(p) == owner;
      at[own ? kFriend : kEnemy] = 1;
      at[kTarget] = wanted[size_t(board.head(p))] ? 1.0f : 0.0f;
      const int breaths = board.liberty_count(p, kBreaths + 1);
      if (breaths >= 1 && breaths <= kBreaths)
        at[(own ? kFriendBreath : kEnemyBreath) + breaths - 1] = 1;
    }
  }
  static thread_local Room room;
  const size_t points = numbers.size();
  std::vector<float> maps(points * kAuraMaps, 0.0f);
  for (int side = 0; side < sides; ++side) run(seen, side, room, maps);
  for (float& value : maps) value /= float(sides);
  float sums[2] = {0, 0};
  for (size_t place = 0; place < points; ++place) {
    const float* const here = maps.data() + place * kAuraMaps;
    sums[0] += here[0], sums[1] += here[1];
    if (numbers[place] < 0) continue;
    sight.points.push_back(numbers[place]);
    sight.worth.push_back(kScale * (here[0] - here[1]));
    sight.move.push_back(here[2]);
  }
  sight.stands = sums[0] * kScale + bias_[0];
  sight.falls = sums[1] * kScale + bias_[1];
  return sight;
}

void AuraRunner::convolve(const Layer& by, const float* in, BoardGrid grid, const float* add,
                          Room& room, float* out) const {
  const size_t from = grid.plane(by.in), to = grid.plane(wide_);
  const size_t count = size_t(grid.spread());
  room.tiles.resize(count * from);
  room.product.resize(count * to);
  kernels_.spread(in, grid, by.in, room.tiles.data());
  const size_t matrix = size_t(by.in) * size_t(wide_);
  for (size_t k = 0; k < count; ++k) {
    kernels_.multiply(room.tiles.data() + k * from, by.weights.from(k * matrix), by.weights.unit,
                      grid.tiles(), by.in, wide_, room.product.data() + k * to);
  }
  kernels_.gather(room.product.data(), grid, wide_, {by.bias.data(), add, true}, out);
  for (const int place : room.off) std::fill_n(out + size_t(place) * size_t(wide_), wide_, 0.0f);
}

// One look: mirrored for the first two bits of the side, turned over for the third.
void AuraRunner::run(const Seen& seen, int side, Room& room, std::vector<float>& maps) const {
  const bool turn = side & 4;
  const BoardGrid grid{turn ? seen.columns : seen.rows, turn ? seen.rows : seen.columns, kTile};
  const size_t points = size_t(grid.points()), in = size_t(layers_[0].in);
  room.in.assign(points * in, 0.0f);
  room.source.resize(points);
  room.off.clear();
  for (int r = 0; r < grid.rows; ++r) {
    for (int c = 0; c < grid.columns; ++c) {
      int y = turn ? c : r, x = turn ? r : c;
      if (side & 1) x = seen.columns - 1 - x;
      if (side & 2) y = seen.rows - 1 - y;
      const int place = r * grid.columns + c, source = y * seen.columns + x;
      const float* const planes = seen.planes.data() + size_t(source) * kAuraPlanes;
      std::copy_n(planes, kAuraPlanes, room.in.data() + size_t(place) * in);
      room.source[size_t(place)] = source;
      if (!planes[kOnBoard]) room.off.push_back(place);
    }
  }
  room.x.resize(points * size_t(wide_));
  room.y.resize(room.x.size());
  convolve(layers_[0], room.in.data(), grid, nullptr, room, room.x.data());
  for (size_t k = 1; k < layers_.size(); k += 2) {
    convolve(layers_[k], room.x.data(), grid, nullptr, room, room.y.data());
    convolve(layers_[k + 1], room.y.data(), grid, room.x.data(), room, room.x.data());
  }
  for (size_t place = 0; place < points; ++place) {
    const size_t source = size_t(room.source[place]);
    if (!seen.planes[source * kAuraPlanes]) continue;
    const float* const at = room.x.data() + place * size_t(wide_);
    for (int m = 0; m < kAuraMaps; ++m) {
      float sum = heads_bias_[size_t(m)];
      const float* const weights = heads_.data() + size_t(m * channels_);
      for (int c = 0; c < channels_; ++c) sum += weights[c] * at[c];
      maps[source * kAuraMaps + size_t(m)] += sum;
    }
  }
}

}  // namespace gokan::goals
