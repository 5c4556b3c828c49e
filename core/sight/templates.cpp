#include "sight/templates.h"

#include <algorithm>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace gokan {

const std::array<const char*, size_t(Feature::kCount)> kFeatureNames = {
    "stone",     "liberties",   "stones",       "segment",        "grouping",     "army",
    "space",     "influence",   "adjacent-own", "adjacent-enemy", "diagonal-own", "diagonal-enemy",
    "line",      "corner",      "distance-own", "distance-enemy", "after-own",    "after-enemy",
    "takes-own", "takes-enemy", "last",         "across"};

namespace {

using Array = SightArrays::Array;

// Colours and signs as the mover sees them; everything else is read where it stands.
struct View {
  alignas(16) Array stone, segment, influence;
  std::array<const Array*, size_t(Feature::kCount)> of;

  View(const SightArrays& a, Color mover) {
    const size_t own = mover - 1, enemy = 1 - own;
    const Array* direct[] = {&stone,           &a.breathing,
                             &a.chain,         &segment,
                             &a.grouping,      &a.army,
                             &a.space,         &influence,
                             &a.adjacent[own], &a.adjacent[enemy],
                             &a.diagonal[own], &a.diagonal[enemy],
                             &a.line,          &a.corner,
                             &a.distance[own], &a.distance[enemy],
                             &a.after[own],    &a.after[enemy],
                             &a.takes[own],    &a.takes[enemy],
                             &a.last,          &a.across};
    std::copy(std::begin(direct), std::end(direct), of.begin());
    stone = a.stone;
    segment = a.segment_color;
    influence = a.influence;
    if (mover == kBlack) return;
    for (size_t i = 0; i < stone.size(); ++i) {
      if (stone[i] > 0) stone[i] = int16_t(3 - stone[i]);
      if (segment[i] > 0) segment[i] = int16_t(3 - segment[i]);
      if (influence[i] != SightArrays::kNowhere) influence[i] = int16_t(-influence[i]);
    }
  }
};

// Bit i is set where low <= values[i] <= high.
void within(const Array& values, int low, int high, int words, Plane& out) {
#if defined(__SSE2__)
  const __m128i lo = _mm_set1_epi16(int16_t(low - 1)), hi = _mm_set1_epi16(int16_t(high + 1));
  auto test = [&](const int16_t* at) {
    const __m128i v = _mm_load_si128(reinterpret_cast<const __m128i*>(at));
    return _mm_and_si128(_mm_cmpgt_epi16(v, lo), _mm_cmplt_epi16(v, hi));
  };
  for (int w = 0; w < words; ++w) {
    uint64_t bits = 0;
    for (int k = 0; k < 4; ++k) {
      const int16_t* at = values.data() + w * 64 + k * 16;
      const auto part = uint64_t(_mm_movemask_epi8(_mm_packs_epi16(test(at), test(at + 8))));
      bits |= part << (16 * k);
    }
    out[size_t(w)] = bits;
  }
#else
  for (int w = 0; w < words; ++w) {
    uint64_t bits = 0;
    for (int i = 0; i < 64; ++i) {
      const int v = values[size_t(w * 64 + i)];
      bits |= uint64_t(v >= low && v <= high) << i;
    }
    out[size_t(w)] = bits;
  }
#endif
}

}  // namespace

TemplateBook::TemplateBook(std::vector<std::vector<FeatureRange>> classes,
                           std::vector<TemplateShape> templates)
    : templates_(std::move(templates)), set_(int(classes.size())) {
  for (const auto& conjunction : classes) {
    Conjunction c;
    for (FeatureRange range : conjunction) {
      range.low = std::max<int16_t>(range.low, -30000);  // never includes kNowhere
      range.high = std::min<int16_t>(range.high, 30000);
      auto at = std::find(ranges_.begin(), ranges_.end(), range);
      if (at == ranges_.end()) at = ranges_.insert(ranges_.end(), range);
      c.ranges.push_back(uint16_t(at - ranges_.begin()));
    }
    classes_.push_back(std::move(c));
  }
  for (const auto& t : templates_) set_.add(t.cells);
  set_.compile();
}

Scene TemplateBook::scene(const SightArrays& arrays, Color mover) const {
  Scene scene(arrays.width, arrays.height, int(classes_.size()));
  const View view(arrays, mover);
  const int words = scene.words();
  std::vector<Plane> planes(ranges_.size());
  for (size_t r = 0; r < ranges_.size(); ++r)
    within(*view.of[size_t(ranges_[r].feature)], ranges_[r].low, ranges_[r].high, words, planes[r]);
  for (size_t c = 0; c < classes_.size(); ++c) {
    Plane& plane = scene.plane(int(c));
    plane = scene.board();
    for (uint16_t r : classes_[c].ranges)
      for (int w = 0; w < words; ++w) plane[size_t(w)] &= planes[r][size_t(w)];
  }
  return scene;
}

std::vector<TemplateBook::Count> TemplateBook::counts(const Scene& scene) const {
  const int stride = scene.stride(), width = scene.width();
  const size_t points = size_t(width) * size_t(scene.height());
  std::vector<uint16_t> times(size_t(size()) * points);
  walk_planes_sized(set_, scene, scene.board(), [&](uint32_t v, const Plane& where, int words) {
    const size_t t = set_.variants()[v].pattern;
    planes::for_each_bit(where, words, [&](int bit) {
      auto& n = times[t * points + size_t(bit / stride * width + bit % stride)];
      n = templates_[t].once ? 1 : uint16_t(n + 1);
    });
  });
  std::vector<Count> out;
  for (size_t i = 0; i < times.size(); ++i)
    if (times[i]) out.push_back({uint16_t(i / points), uint16_t(i % points), times[i]});
  return out;
}

TemplateScan TemplateBook::scan(const Scene& scene) const {
  const int stride = scene.stride(), width = scene.width(), height = scene.height();
  std::vector<int> weights(size_t(stride) * size_t(height) + 64);
  std::vector<Plane> once(templates_.size());  // where a once-template has been counted
  Plane mask{};
  walk_planes_sized(set_, scene, scene.board(), [&](uint32_t v, const Plane& where, int words) {
    const auto& variant = set_.variants()[v];
    const auto& t = templates_[variant.pattern];
    if (!t.marks.empty()) {
      for (const auto& m : t.marks) {
        const auto turned = transform({m[0], m[1], 0}, variant.symmetry);
        planes::for_each_bit(where, words, [&](int bit) {
          const int to = bit + turned.dy * stride + turned.dx;
          mask[size_t(to >> 6)] |= uint64_t(1) << (to & 63);
        });
      }
      return;
    }
    Plane fresh = where;
    if (t.once) {
      Plane& done = once[variant.pattern];
      for (int w = 0; w < words; ++w) {
        fresh[size_t(w)] &= ~done[size_t(w)];
        done[size_t(w)] |= where[size_t(w)];
      }
    }
    planes::for_each_bit(fresh, words, [&](int bit) { weights[size_t(bit)] += t.weight; });
  });
  TemplateScan out;
  for (int row = 0; row < height; ++row)
    for (int col = 0; col < width; ++col) {
      const int bit = row * stride + col;
      out.weights.push_back(weights[size_t(bit)]);
      out.marks.push_back(mask[size_t(bit >> 6)] >> (bit & 63) & 1);
    }
  return out;
}

}  // namespace gokan
