#include "intuition/network.h"

#include <algorithm>
#include <cmath>

namespace gokan::intuition {
namespace {

constexpr int kHead = 32;          // channels in each head
constexpr int kEnter = 3 * kHead;  // of moves, values and groups
constexpr int kValue = 64;         // numbers between the pool and the result
constexpr int kKomiPlane = 28;     // komi for the side to move, in units of kKomiUnit points
constexpr float kKomiUnit = 16;
constexpr float kDeviation =
    1.8138f;  // the standard deviation of a logistic distribution of scale 1

int padded(int channels) { return (channels + kChannelStep - 1) / kChannelStep * kChannelStep; }

std::vector<float> take(Tensors& tensors, const std::string& name, size_t size) {
  auto found = tensors.extract(name);
  if (!found) throw BadWeights("there is no " + name);
  const std::vector<float>& numbers = found.mapped();
  if (numbers.size() != size) throw BadWeights(name + " has another size");
  const bool finite =
      std::all_of(numbers.begin(), numbers.end(), [](float x) { return std::isfinite(x); });
  if (!finite) throw BadWeights(name + " holds a number that is not finite");
  return std::move(found.mapped());
}

// How many rows a linear map has, of two kinds of networks.
int rows_of(const Tensors& tensors, const std::string& name, int older, int newer) {
  const auto found = tensors.find(name + ".bias");
  return found != tensors.end() && int(found->second.size()) == newer ? newer : older;
}

// The mean and the largest value over the points, channel by channel.
void pool(const float* in, int points, int channels, float* out) {
  std::fill(out, out + channels, 0.0f);
  std::copy(in, in + channels, out + channels);
  for (int p = 0; p < points; ++p) {
    const float* const at = in + size_t(p) * size_t(channels);
    for (int c = 0; c < channels; ++c) {
      out[c] += at[c];
      out[channels + c] = std::max(out[channels + c], at[c]);
    }
  }
  for (int c = 0; c < channels; ++c) out[c] /= float(points);
}

// The same numbers, one for each channel, to every point.
void add_everywhere(const float* some, int points, int channels, float* out) {
  for (int p = 0; p < points; ++p) {
    float* const at = out + size_t(p) * size_t(channels);
    for (int c = 0; c < channels; ++c) at[c] += some[c];
  }
}

size_t kind_of(BoardGrid grid) {
  return size_t(std::find(std::begin(kTiles), std::end(kTiles), grid.tile) - std::begin(kTiles));
}

float softplus(float x) { return x > 20 ? x : std::log1p(std::exp(x)); }

}  // namespace

struct NetworkRunner::Room {
  std::vector<float> in, x, y, tiles, product, enter, pooled, mixed;
  ByteRoom bytes;
};

NetworkRunner::Window NetworkRunner::window(Tensors& tensors, const std::string& name, int in,
                                            int out) const {
  return {take(tensors, name + ".weight", size_t(out) * size_t(in) * 9),
          take(tensors, name + ".bias", size_t(out)),
          in,
          padded(in),
          out,
          {},
          {}};
}

NetworkRunner::Linear NetworkRunner::linear(Tensors& tensors, const std::string& name, int in,
                                            int out) const {
  return {take(tensors, name + ".weight", size_t(out) * size_t(in)),
          take(tensors, name + ".bias", size_t(out)), in, out};
}

NetworkRunner::NetworkRunner(int blocks, int channels, int planes, Tensors tensors,
                             const BoardKernels& kernels, const ByteKernels* bytes)
    : kernels_(kernels), bytes_(bytes), channels_(channels), planes_(planes) {
  if (blocks < 1 || blocks > 64 || channels < 1 || channels > 1024 || channels % kChannelStep) {
    throw BadWeights("the blocks must be 1 to 64, and the channels a multiple of 32 up to 1024");
  }
  if (planes <= kKomiPlane || planes > 1024) throw BadWeights("there are too few planes");
  stem_ = window(tensors, "stem", planes, channels);
  for (int i = 0; i < blocks; ++i) {
    const std::string name = "body." + std::to_string(i) + ".";
    Block block{window(tensors, name + "first", channels, channels),
                window(tensors, name + "second", channels, channels),
                i % 3 == 2,
                {}};
    if (block.pooled) block.mix = linear(tensors, name + "pooled.mix", 2 * channels, channels);
    if (bytes_) {
      for (Window* by : {&block.first, &block.second})
        by->bytes = byte_weights(by->weights.data(), channels);
    }
    blocks_.push_back(std::move(block));
  }
  std::vector<float> weights;
  for (const std::string head : {"move_in", "value_in", "group_in"}) {
    const auto some = take(tensors, head + ".weight", size_t(kHead) * size_t(channels));
    const auto bias = take(tensors, head + ".bias", kHead);
    weights.insert(weights.end(), some.begin(), some.end());
    enter_bias_.insert(enter_bias_.end(), bias.begin(), bias.end());
  }
  enter_weights_ = blocked_weights(weights.data(), kEnter, channels, kernels_);
  move_mix_ = linear(tensors, "move_pooled.mix", 2 * kHead, kHead);
  // Best, professional, reply; before networks had a teacher: professional, reply.
  const int rows = rows_of(tensors, "move_out", 2, 3);
  best_ = 0;
  professional_ = rows - 2;
  move_out_ = linear(tensors, "move_out", kHead, rows);
  move_pass_ = linear(tensors, "move_pass", 2 * kHead, rows);
  value_mid_ = linear(tensors, "value_mid", 2 * kHead, kValue);
  value_out_ = linear(tensors, "value_out", kValue, rows_of(tensors, "value_out", 3, 4));
  owner_out_ = linear(tensors, "owner_out", kHead, 1);
  group_out_ = linear(tensors, "group_out", kHead, kGroupRows);
  if (const auto found = tensors.find("vital_in.bias"); found != tensors.end()) {
    const int wide = int(found->second.size());
    if (wide < 1 || wide % kChannelStep) throw BadWeights("vital_in.bias has another size");
    const auto some = take(tensors, "vital_in.weight", size_t(wide) * size_t(channels));
    vital_weights_ = blocked_weights(some.data(), wide, channels, kernels_);
    vital_bias_ = take(tensors, "vital_in.bias", size_t(wide));
    vital_out_ = linear(tensors, "vital_out", wide, 1);
  }
  if (!tensors.empty()) throw BadWeights("nothing is known of " + tensors.begin()->first);
}

namespace {

// One row of a linear map. Its width is a multiple of kApart; so many sums grow side by side.
constexpr int kApart = 8;
static_assert(kHead % kApart == 0 && kValue % kApart == 0 && kChannelStep % kApart == 0);

template <class Linear>
float row(const Linear& map, int out, const float* in) {
  float sums[kApart] = {};
  const float* const weights = map.weights.data() + size_t(out) * size_t(map.in);
  for (int i = 0; i < map.in; i += kApart) {
    for (int k = 0; k < kApart; ++k) sums[k] += weights[i + k] * in[i + k];
  }
  return map.bias[size_t(out)] + (((sums[0] + sums[1]) + (sums[2] + sums[3])) +
                                  ((sums[4] + sums[5]) + (sums[6] + sums[7])));
}

}  // namespace

// The weights for the tiles of a board, when the first of its kind comes.
void NetworkRunner::prepare(BoardGrid grid) const {
  const size_t kind = kind_of(grid);
  std::call_once(prepared_[kind], [&] {
    const auto spread = [&](Window& by) {
      by.spread[kind] =
          spread_weights(by.weights.data(), by.out, by.planes, by.in, grid.tile, kernels_);
    };
    spread(stem_);
    if (bytes_) return;
    for (Block& block : blocks_) {
      spread(block.first);
      spread(block.second);
    }
  });
}

void NetworkRunner::convolve(const Window& by, const float* in, BoardGrid grid, const float* add,
                             Room& room, float* out) const {
  if (!by.bytes.weights.empty()) {
    bytes_->convolve(by.bytes, in, grid.rows, grid.columns, by.in, {by.bias.data(), add, true},
                     room.bytes, out);
    return;
  }
  const size_t from = grid.plane(by.in), to = grid.plane(by.out), count = size_t(grid.spread());
  room.tiles.resize(std::max(room.tiles.size(), count * from));
  room.product.resize(std::max(room.product.size(), count * to));
  kernels_.spread(in, grid, by.in, room.tiles.data());
  const size_t matrix = size_t(by.in) * size_t(by.out);
  const BoardWeights& weights = by.spread[kind_of(grid)];
  for (size_t k = 0; k < count; ++k) {
    kernels_.multiply(room.tiles.data() + k * from, weights.from(k * matrix), weights.unit,
                      grid.tiles(), by.in, by.out, room.product.data() + k * to);
  }
  kernels_.gather(room.product.data(), grid, by.out, {by.bias.data(), add, true}, out);
}

NetworkOutput NetworkRunner::run(const float* planes, int rows, int columns) const {
  static thread_local Room room;
  const BoardGrid grid = board_grid(rows, columns);
  prepare(grid);
  const int points = grid.points();
  room.in.assign(size_t(points) * size_t(stem_.in), 0.0f);
  for (int k = 0; k < planes_; ++k) {
    for (int p = 0; p < points; ++p) {
      room.in[size_t(p) * size_t(stem_.in) + size_t(k)] =
          planes[size_t(k) * size_t(points) + size_t(p)];
    }
  }
  room.x.resize(size_t(points) * size_t(channels_));
  room.y.resize(room.x.size());
  convolve(stem_, room.in.data(), grid, nullptr, room, room.x.data());
  for (const Block& block : blocks_) {
    convolve(block.first, room.x.data(), grid, nullptr, room, room.y.data());
    if (block.pooled) {
      room.pooled.resize(2 * size_t(channels_));
      room.mixed.resize(size_t(channels_));
      pool(room.y.data(), points, channels_, room.pooled.data());
      for (int c = 0; c < channels_; ++c)
        room.mixed[size_t(c)] = row(block.mix, c, room.pooled.data());
      add_everywhere(room.mixed.data(), points, channels_, room.y.data());
    }
    convolve(block.second, room.y.data(), grid, room.x.data(), room, room.x.data());
  }
  NetworkOutput output;
  float komi = 0;
  for (int p = 0; p < points; ++p) komi += planes[size_t(kKomiPlane) * size_t(points) + size_t(p)];
  heads(grid, komi / float(points) * kKomiUnit, room, output);
  return output;
}

void NetworkRunner::add_vital(int points, Room& room, NetworkOutput& output) const {
  const size_t wide = vital_bias_.size();
  room.enter.resize(size_t(points) * wide);
  kernels_.multiply(room.x.data(), vital_weights_.from(0), vital_weights_.unit, points, channels_,
                    int(wide), room.enter.data());
  for (int p = 0; p < points; ++p) {
    float* const at = room.enter.data() + size_t(p) * wide;
    for (size_t c = 0; c < wide; ++c) at[c] = std::max(0.0f, at[c] + vital_bias_[c]);
    output.groups[size_t(p)] += row(vital_out_, 0, at);
  }
}

void NetworkRunner::heads(BoardGrid grid, float komi, Room& room, NetworkOutput& output) const {
  const int points = grid.points();
  room.enter.resize(size_t(points) * kEnter);
  kernels_.multiply(room.x.data(), enter_weights_.from(0), enter_weights_.unit, points, channels_,
                    kEnter, room.enter.data());
  std::vector<float> move(size_t(points) * kHead), value(move.size()), group(move.size());
  for (int p = 0; p < points; ++p) {
    const float* const in = room.enter.data() + size_t(p) * kEnter;
    const float* const bias = enter_bias_.data();
    for (int c = 0; c < kHead; ++c) {
      const size_t at = size_t(p) * kHead + size_t(c);
      move[at] = in[c] + bias[c];
      value[at] = std::max(0.0f, in[kHead + c] + bias[kHead + c]);
      group[at] = std::max(0.0f, in[2 * kHead + c] + bias[2 * kHead + c]);
    }
  }
  float pooled[2 * kHead], mixed[kHead];
  pool(move.data(), points, kHead, pooled);
  for (int c = 0; c < kHead; ++c) mixed[c] = row(move_mix_, c, pooled);
  add_everywhere(mixed, points, kHead, move.data());
  for (float& value_of : move) value_of = std::max(0.0f, value_of);
  output.moves.resize(size_t(points) + 1);
  output.professional.resize(output.moves.size());
  output.owner.resize(size_t(points));
  output.groups.resize(size_t(points) * kGroupRows);
  float owned = 0;
  for (int p = 0; p < points; ++p) {
    const float* const at = move.data() + size_t(p) * kHead;
    output.moves[size_t(p)] = row(move_out_, best_, at);
    output.professional[size_t(p)] =
        professional_ == best_ ? output.moves[size_t(p)] : row(move_out_, professional_, at);
    output.owner[size_t(p)] = row(owner_out_, 0, value.data() + size_t(p) * kHead);
    for (int k = 0; k < kGroupRows; ++k) {
      output.groups[size_t(k) * size_t(points) + size_t(p)] =
          row(group_out_, k, group.data() + size_t(p) * kHead);
    }
    owned += std::tanh(output.owner[size_t(p)] / 2);
  }
  if (!vital_bias_.empty()) add_vital(points, room, output);
  pool(move.data(), points, kHead, pooled);
  output.moves[size_t(points)] = row(move_pass_, best_, pooled);
  output.professional[size_t(points)] = row(move_pass_, professional_, pooled);
  pool(value.data(), points, kHead, pooled);
  float middle[kValue];
  for (int c = 0; c < kValue; ++c) middle[c] = std::max(0.0f, row(value_mid_, c, pooled));
  // The count: what is owned, what komi gives, and what a look at the whole adds.
  output.lead = owned + komi + 8 * row(value_out_, 1, middle);
  output.spread = 2 + 8 * softplus(row(value_out_, 2, middle));
  output.win = 2 * row(value_out_, 0, middle) + 1.5f * output.lead / output.spread;
  output.error = value_out_.bias.size() > 3 ? 0.1f + 4 * softplus(row(value_out_, 3, middle))
                                            : kDeviation * output.spread;
}

}  // namespace gokan::intuition
