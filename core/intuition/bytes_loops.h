// The loops of bytes.cpp for one kind of processor, in a namespace of its own: GOKAN_MACHINE is its
// name, GOKAN_BYTE_SUMS(points) adds up the window for so many neighbours in a row.

namespace GOKAN_MACHINE {

// Inputs as bytes with a margin of one point: x is (byte - zero) * step.
struct Scale {
  float step;
  int zero;
};

inline Scale to_bytes(const float* in, int rows, int columns, int channels, ByteRoom& room) {
  const size_t size = size_t(rows) * size_t(columns) * size_t(channels);
  float low[16] = {}, high[16] = {};
  for (size_t i = 0; i < size; i += 16) {
    for (size_t k = 0; k < 16; ++k) {
      low[k] = in[i + k] < low[k] ? in[i + k] : low[k];
      high[k] = in[i + k] > high[k] ? in[i + k] : high[k];
    }
  }
  for (size_t k = 1; k < 16; ++k) {
    low[0] = low[k] < low[0] ? low[k] : low[0];
    high[0] = high[k] > high[0] ? high[k] : high[0];
  }
  const float range = high[0] - low[0];
  const float step = range > 1e-20f ? range / 255.0f : 1.0f, inverse = 1.0f / step;
  const int zero = int(-low[0] * inverse + 0.5f);
  const size_t line = size_t(columns) * size_t(channels), wide = line + 2 * size_t(channels);
  room.in.resize(wide * size_t(rows + 2));
  const float shift = float(zero) + 0.5f;
  uint8_t* to = room.in.data();
  std::memset(to, zero, wide + size_t(channels));
  to += wide + size_t(channels);
  for (int y = 0; y < rows; ++y) {
    for (size_t i = 0; i < line; ++i) {
      const int value = int(in[i] * inverse + shift);
      to[i] = uint8_t(value < 0 ? 0 : value > 255 ? 255 : value);
    }
    std::memset(to + line, zero, 2 * size_t(channels));
    in += line;
    to += wide;
  }
  std::memset(to, zero, wide - size_t(channels));
  return {step, zero};
}

inline void row(const uint8_t* in, size_t wide, int columns, int channels, const int8_t* weights,
                int32_t* out) {
  constexpr int kMost = 13;
  for (int left = columns; left > 0;) {
    const int parts = (left + kMost - 1) / kMost, some = (left + parts - 1) / parts;
    switch (some) {
#define GOKAN_CASE(n)                                     \
  case n:                                                 \
    GOKAN_BYTE_SUMS(n)(in, wide, channels, weights, out); \
    break
      GOKAN_CASE(1);
      GOKAN_CASE(2);
      GOKAN_CASE(3);
      GOKAN_CASE(4);
      GOKAN_CASE(5);
      GOKAN_CASE(6);
      GOKAN_CASE(7);
      GOKAN_CASE(8);
      GOKAN_CASE(9);
      GOKAN_CASE(10);
      GOKAN_CASE(11);
      GOKAN_CASE(12);
      GOKAN_CASE(13);
#undef GOKAN_CASE
    }
    in += some * channels;
    out += some * kOutputs;
    left -= some;
  }
}

void convolve(const ByteWeights& by, const float* in, int rows, int columns, int channels,
              Finish finish, ByteRoom& room, float* out) {
  const Scale scale = to_bytes(in, rows, columns, channels, room);
  const size_t line = size_t(columns) * size_t(channels), wide = line + 2 * size_t(channels);
  room.sums.resize(size_t(columns) * kOutputs);
  for (int first = 0; first < channels; first += kOutputs) {
    const int8_t* const weights = by.weights.data() + size_t(first) * 9 * size_t(channels);
    float unit[kOutputs], bias[kOutputs];
    int32_t less[kOutputs];
    for (int k = 0; k < kOutputs; ++k) {
      unit[k] = by.unit[size_t(first + k)] * scale.step;
      bias[k] = finish.bias[first + k];
      less[k] = by.total[size_t(first + k)] * scale.zero;
    }
    for (int y = 0; y < rows; ++y) {
      row(room.in.data() + size_t(y) * wide, wide, columns, channels, weights, room.sums.data());
      for (int x = 0; x < columns; ++x) {
        const size_t at = size_t(y) * line + size_t(x * channels + first);
        const int32_t* const sums = room.sums.data() + size_t(x) * kOutputs;
        float* const to = out + at;
        const float* const add = finish.add ? finish.add + at : nullptr;
        for (int k = 0; k < kOutputs; ++k) {
          float value = float(sums[k] - less[k]) * unit[k] + bias[k];
          if (add) value = value + add[k];
          to[k] = finish.positive_only && value < 0 ? 0.0f : value;
        }
      }
    }
  }
}

}  // namespace GOKAN_MACHINE
