// The loops of winograd.h, written once and compiled for several processors: see winograd.cpp,
// which defines GOKAN_MACHINE (a namespace), GOKAN_LANES (floats in a vector), GOKAN_ROWS (rows of
// a product kept in registers), GOKAN_WEIGHT (what a weight is kept in), GOKAN_WEIGHTS (a vector of
// them, widened), GOKAN_ALL_LANES and GOKAN_MULTIPLY_ADD. No include guard: it is meant to be
// included again.

namespace GOKAN_MACHINE {

typedef float Lanes __attribute__((vector_size(4 * GOKAN_LANES), aligned(4), may_alias));
constexpr int kBlock = 2 * GOKAN_LANES;

inline Lanes load(const float* at) { return *reinterpret_cast<const Lanes*>(at); }
inline void store(float* at, Lanes value) { *reinterpret_cast<Lanes*>(at) = value; }

// One line of numbers carried over; `step` vectors lie between them.
template <int Tile>
inline void spread_line(const Lanes* in, int step, Lanes* out) {
  const Lanes a = in[0], b = in[step], c = in[2 * step], d = in[3 * step], e = in[4 * step];
  if constexpr (Tile == 3) {
    const Lanes far = d - c;
    out[0] = 2.0f * (a - c) + d - b;
    out[step] = far - 2.0f * b;
    out[2 * step] = far + 2.0f * (b - c);
    out[3 * step] = d - b;
    out[4 * step] = 2.0f * (b - d) + e - c;
  } else {
    const Lanes f = in[5 * step];
    const Lanes even = e - 4.0f * c, odd = d - 4.0f * b;
    const Lanes far = e - c, near = 2.0f * (d - b);
    out[0] = 4.0f * a - 5.0f * c + e;
    out[step] = even + odd;
    out[2 * step] = even - odd;
    out[3 * step] = far + near;
    out[4 * step] = far - near;
    out[5 * step] = 4.0f * b - 5.0f * d + f;
  }
}

template <int Tile>
void spread_tiles(const float* in, BoardGrid grid, int channels, float* tiles) {
  constexpr int kReach = Tile + 2, kSpread = kReach * kReach;
  const size_t plane = grid.plane(channels);
  int tile = 0;
  for (int top = -1; top < grid.rows - 1; top += Tile) {
    for (int left = -1; left < grid.columns - 1; left += Tile, ++tile) {
      float* const at = tiles + size_t(tile) * size_t(channels);
      for (int c = 0; c < channels; c += GOKAN_LANES) {
        Lanes seen[kSpread], half[kSpread];
        for (int y = 0; y < kReach; ++y) {
          const int row = top + y;
          const bool inside = row >= 0 && row < grid.rows;
          for (int x = 0; x < kReach; ++x) {
            const int column = left + x;
            seen[y * kReach + x] =
                inside && column >= 0 && column < grid.columns
                    ? load(in + size_t(row * grid.columns + column) * size_t(channels) + c)
                    : Lanes{};
          }
        }
        for (int x = 0; x < kReach; ++x) spread_line<Tile>(seen + x, kReach, half + x);
        for (int y = 0; y < kReach; ++y) spread_line<Tile>(half + y * kReach, 1, seen + y * kReach);
        for (int k = 0; k < kSpread; ++k) store(at + size_t(k) * plane + c, seen[k]);
      }
    }
  }
}

void spread(const float* in, BoardGrid grid, int channels, float* tiles) {
  (grid.tile == 3 ? spread_tiles<3> : spread_tiles<4>)(in, grid, channels, tiles);
}

// `Rows` rows of the left matrix times one block of weights, everything in registers. Meanwhile
// the block after it is fetched: there are more weights than the near caches hold.
template <int Rows>
inline void multiply_rows(const float* left, const GOKAN_WEIGHT* weights, float unit, int in,
                          int out, float* product) {
  Lanes sums[Rows][2] = {};
  for (int i = 0; i < in; ++i) {
    __builtin_prefetch(weights + size_t(in + i) * kBlock);
    const Lanes low = GOKAN_WEIGHTS(weights + size_t(i) * kBlock);
    const Lanes high = GOKAN_WEIGHTS(weights + size_t(i) * kBlock + GOKAN_LANES);
    for (int r = 0; r < Rows; ++r) {
      const Lanes one = GOKAN_ALL_LANES(left[size_t(r) * size_t(in) + size_t(i)]);
      sums[r][0] = GOKAN_MULTIPLY_ADD(one, low, sums[r][0]);
      sums[r][1] = GOKAN_MULTIPLY_ADD(one, high, sums[r][1]);
    }
  }
  for (int r = 0; r < Rows; ++r) {
    store(product + size_t(r) * size_t(out), sums[r][0] * unit);
    store(product + size_t(r) * size_t(out) + GOKAN_LANES, sums[r][1] * unit);
  }
}

template <int Rows>
inline void multiply_some(int rows, const float* left, const GOKAN_WEIGHT* weights, float unit,
                          int in, int out, float* product) {
  if constexpr (Rows > 0) {
    if (rows == Rows) return multiply_rows<Rows>(left, weights, unit, in, out, product);
    multiply_some<Rows - 1>(rows, left, weights, unit, in, out, product);
  }
}

void multiply(const float* left, const void* weights, float unit, int rows, int in, int out,
              float* product) {
  const int parts = (rows + GOKAN_ROWS - 1) / GOKAN_ROWS;
  for (int block = 0; block < out / kBlock; ++block) {
    const auto* const some =
        static_cast<const GOKAN_WEIGHT*>(weights) + size_t(block) * size_t(in) * kBlock;
    for (int part = 0; part < parts; ++part) {  // parts as equal as they can be
      const int first = part * rows / parts, last = (part + 1) * rows / parts;
      multiply_some<GOKAN_ROWS>(last - first, left + size_t(first) * size_t(in), some, unit, in,
                                out, product + size_t(first) * size_t(out) + block * kBlock);
    }
  }
}

// One line of numbers carried back.
template <int Tile>
inline void gather_line(const Lanes* in, int step, Lanes* out, int out_step) {
  const Lanes sum = in[step] + in[2 * step], difference = in[step] - in[2 * step];
  if constexpr (Tile == 3) {
    const Lanes far = in[3 * step];
    out[0] = in[0] + sum + far;
    out[out_step] = difference + 2.0f * far;
    out[2 * out_step] = sum + 4.0f * far + in[4 * step];
  } else {
    const Lanes far_sum = in[3 * step] + in[4 * step], far_difference = in[3 * step] - in[4 * step];
    out[0] = in[0] + sum + far_sum;
    out[out_step] = difference + 2.0f * far_difference;
    out[2 * out_step] = sum + 4.0f * far_sum;
    out[3 * out_step] = difference + 8.0f * far_difference + in[5 * step];
  }
}

template <int Tile>
void gather_tiles(const float* tiles, BoardGrid grid, int channels, Finish finish, float* out) {
  constexpr int kReach = Tile + 2, kSpread = kReach * kReach;
  const size_t plane = grid.plane(channels);
  int tile = 0;
  for (int top = 0; top < grid.rows; top += Tile) {
    for (int left = 0; left < grid.columns; left += Tile, ++tile) {
      const float* const at = tiles + size_t(tile) * size_t(channels);
      for (int c = 0; c < channels; c += GOKAN_LANES) {
        Lanes seen[kSpread], half[Tile * kReach], made[Tile * Tile];
        for (int k = 0; k < kSpread; ++k) seen[k] = load(at + size_t(k) * plane + c);
        for (int x = 0; x < kReach; ++x) gather_line<Tile>(seen + x, kReach, half + x, kReach);
        for (int y = 0; y < Tile; ++y) gather_line<Tile>(half + y * kReach, 1, made + y * Tile, 1);
        const Lanes bias = load(finish.bias + c);
        for (int y = 0; y < Tile && top + y < grid.rows; ++y) {
          for (int x = 0; x < Tile && left + x < grid.columns; ++x) {
            const size_t place =
                size_t((top + y) * grid.columns + left + x) * size_t(channels) + size_t(c);
            Lanes value = made[y * Tile + x] + bias;
            if (finish.add) value += load(finish.add + place);
            if (finish.positive_only) value = value > 0.0f ? value : Lanes{};
            store(out + place, value);
          }
        }
      }
    }
  }
}

void gather(const float* tiles, BoardGrid grid, int channels, Finish finish, float* out) {
  (grid.tile == 3 ? gather_tiles<3> : gather_tiles<4>)(tiles, grid, channels, finish, out);
}

}  // namespace GOKAN_MACHINE
