// Finding local patterns everywhere on a board, in all eight orientations.
//
// A pattern is a set of cells around an anchor; each cell asks that a point belong to a *class*
// ("an enemy stone with one liberty", "empty", "off the board"). What the classes mean is the
// caller's business: sight's templates use ranges over Zobrist's arrays, a rule base may use plain
// stones. The caller computes, per position, which points belong to which class (a Scene), and a
// matcher lists every place where a pattern holds. Colours are swapped the way Goliath does it: by
// exchanging the planes of the scene, not the patterns.
//
// Two matchers give the same answer:
//   match_naive    tries every cell of every pattern at every point; the yardstick
//   match_planes   Goliath's bitmaps turned sideways: a bitmap holds one class for the whole board,
//                  so one AND tries one cell at all points together; patterns share prefixes
// The matchers of other programs that they are compared with are in core/study/.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace gokan {

constexpr int kPatternReach = 6;  // a cell is at most this far from the anchor, each way
constexpr int kOffBoard = -1;     // the class of a cell that must lie off the board

// A point in a bitmap: rows follow each other with kPatternReach empty columns between, so that a
// shift by (dx, dy) never leaks into a neighbouring row. 13 words hold the largest board, 25 x 25.
constexpr int kPlaneWords = 13;
using Plane = std::array<uint64_t, kPlaneWords>;

class Scene {
 public:
  Scene(int width, int height, int classes);

  int width() const { return width_; }
  int height() const { return height_; }
  int stride() const { return width_ + kPatternReach; }
  int words() const { return (stride() * height_ + 63) / 64; }
  int classes() const { return int(planes_.size()); }
  const Plane& plane(int cls) const { return planes_[cls]; }
  Plane& plane(int cls) { return planes_[cls]; }
  const Plane& board() const { return board_; }  // all points

  bool on_board(int col, int row) const {
    return col >= 0 && row >= 0 && col < width_ && row < height_;
  }
  bool has(int cls, int col, int row) const {
    const int bit = row * stride() + col;
    return planes_[cls][bit >> 6] >> (bit & 63) & 1;
  }
  void add(int cls, int col, int row) {
    const int bit = row * stride() + col;
    planes_[cls][bit >> 6] |= uint64_t(1) << (bit & 63);
  }

 private:
  int width_, height_;
  Plane board_{};
  std::vector<Plane> planes_;
};

struct PatternCell {
  int8_t dx, dy;  // right and down of the anchor
  int16_t cls;    // a class of the scene, or kOffBoard
  bool operator==(const PatternCell&) const = default;
};

// One place where a pattern holds. Symmetries 0..7: bit 0 mirrors left-right, bit 1 mirrors
// up-down, bit 2 then swaps columns and rows. A pattern equal to its own mirror image is reported
// once, under the lowest symmetry.
struct PatternHit {
  uint16_t pattern;
  uint8_t symmetry;
  uint16_t point;  // row-major from the top left
  bool operator==(const PatternHit&) const = default;
  auto operator<=>(const PatternHit&) const = default;
};

PatternCell transform(PatternCell cell, int symmetry);

// Which cell of a pattern is asked for first: the one next to the anchor, or the one that most of
// the patterns share, which pays where these are many and alike.
enum class TreeOrder : uint8_t { kNear, kShared };

// A compiled collection of patterns. Cells are kept in the order of a spiral around the anchor.
class PatternSet {
 public:
  explicit PatternSet(int classes) : classes_(classes) {}

  // Returns the number of the new pattern; throws when a cell is out of reach or of no class.
  int add(std::vector<PatternCell> cells);
  // After the last add, before matching. With 1 instead of 8 patterns are taken as they stand.
  void compile(int symmetries = 8, TreeOrder order = TreeOrder::kNear);

  int classes() const { return classes_; }
  int size() const { return int(patterns_.size()); }
  const std::vector<PatternCell>& cells(int pattern) const { return patterns_[pattern]; }

  struct Variant {  // a pattern in one orientation
    uint16_t pattern;
    uint8_t symmetry;
    std::vector<PatternCell> cells;
  };
  const std::vector<Variant>& variants() const { return variants_; }

  struct Node {  // of the prefix tree over all variants, in preorder
    PatternCell cell;
    uint16_t depth;
    uint32_t skip;                        // where to go on when this cell holds nowhere
    uint32_t first_variant, variant_end;  // variants that end here, in node_variants()
  };
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<uint32_t>& node_variants() const { return node_variants_; }
  int depth() const { return depth_; }

 private:
  void grow(std::vector<uint32_t> group, std::vector<std::vector<PatternCell>>& left,
            TreeOrder order, int depth);

  int classes_;
  int depth_ = 0;
  std::vector<std::vector<PatternCell>> patterns_;
  std::vector<Variant> variants_;
  std::vector<Node> nodes_;
  std::vector<uint32_t> node_variants_;
};

// Rank of an offset on the spiral: the anchor first, then ever further out.
int spiral_rank(int dx, int dy);

std::vector<PatternHit> match_naive(const PatternSet& set, const Scene& scene);
std::vector<PatternHit> match_planes(const PatternSet& set, const Scene& scene);

// The walk behind match_planes; hands over whole bitmaps of anchors: f(variant, plane, words).
// Only places anchored on `anchors` are looked for.
template <class F>
void walk_planes_sized(const PatternSet& set, const Scene& scene, const Plane& anchors, F&& f);

// ---------------------------------------------------------------------------------------------

namespace planes {

// A plane between empty words, so that a shift needs no test at the ends.
constexpr int kPad = 4;  // more than the 3 words a cell six rows and columns away can be off
template <int kWords>
using Padded = std::array<uint64_t, kWords + 2 * kPad>;

// `out[p] = in[p + offset] & with[p]`; the words of `out` past kWords stay untouched.
template <int kWords>
inline void shifted_and(const Padded<kWords>& in, int offset, const Plane& with, Plane& out) {
  const int at = offset + 64 * kPad;
  const uint64_t* from = in.data() + (at >> 6);
  const int low = at & 63, high = 63 - low;
  for (int i = 0; i < kWords; ++i) out[i] = (from[i] >> low | from[i + 1] << 1 << high) & with[i];
}

template <int kWords>
inline bool any(const Plane& p) {
  uint64_t all = 0;
  for (int i = 0; i < kWords; ++i) all |= p[i];
  return all != 0;
}

template <class F>
inline void for_each_bit(const Plane& p, int words, F&& f) {
  for (int i = 0; i < words; ++i)
    for (uint64_t v = p[i]; v; v &= v - 1) f(i * 64 + std::countr_zero(v));
}

}  // namespace planes

template <int kWords, class F>
void walk_planes(const PatternSet& set, const Scene& scene, const Plane& anchors, F&& f) {
  const auto& nodes = set.nodes();
  const auto& ends = set.node_variants();
  const int stride = scene.stride();
  std::vector<planes::Padded<kWords>> padded(size_t(scene.classes()) + 1);  // the board first
  auto pad = [](const Plane& from, planes::Padded<kWords>& to) {
    std::copy(from.begin(), from.begin() + kWords, to.begin() + planes::kPad);
  };
  pad(scene.board(), padded[0]);
  for (int c = 0; c < scene.classes(); ++c) pad(scene.plane(c), padded[size_t(c) + 1]);
  std::vector<Plane> stack(size_t(set.depth()) + 2);
  stack[0] = anchors;
  for (size_t i = 0; i < nodes.size();) {
    const auto& node = nodes[i];
    const Plane& above = stack[node.depth];
    Plane& here = stack[node.depth + 1];
    const int offset = node.cell.dy * stride + node.cell.dx;
    planes::shifted_and<kWords>(padded[size_t(node.cell.cls + 1)], offset, above, here);
    if (node.cell.cls == kOffBoard)
      for (int w = 0; w < kWords; ++w) here[w] ^= above[w];
    if (!planes::any<kWords>(here)) {
      i = node.skip;
      continue;
    }
    for (uint32_t v = node.first_variant; v < node.variant_end; ++v) f(ends[v], here, kWords);
    ++i;
  }
}

// The same walk for boards of 19×19, where the processor may have wide vectors: what is found is
// collected, the variant and the words of its anchors, one after another.
struct FoundPlanes {
  static constexpr int kWords = 8;
  std::vector<uint32_t> variants;
  std::vector<uint64_t> words;  // kWords for each
};
void collect_planes(const PatternSet& set, const Scene& scene, const Plane& anchors,
                    FoundPlanes& found);

// Calls walk with the smallest fitting number of words, so that small boards are cheap.
template <class F>
void walk_planes_sized(const PatternSet& set, const Scene& scene, const Plane& anchors, F&& f) {
  const int words = scene.words();
  if (words <= 3) return walk_planes<3>(set, scene, anchors, f);
  if (words <= 4) return walk_planes<4>(set, scene, anchors, f);
  if (words > FoundPlanes::kWords) return walk_planes<kPlaneWords>(set, scene, anchors, f);
  static thread_local FoundPlanes found;
  found.variants.clear();
  found.words.clear();
  collect_planes(set, scene, anchors, found);
  Plane where{};
  for (size_t i = 0; i < found.variants.size(); ++i) {
    std::copy_n(found.words.data() + i * FoundPlanes::kWords, FoundPlanes::kWords, where.begin());
    f(found.variants[i], where, FoundPlanes::kWords);
  }
}

}  // namespace gokan
