#include "sight/patterns.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>

#include "base/clones.h"

namespace gokan {

Scene::Scene(int width, int height, int classes)
    : width_(width), height_(height), planes_(size_t(classes), Plane{}) {
  for (int row = 0; row < height; ++row)
    for (int col = 0; col < width; ++col) {
      const int bit = row * stride() + col;
      board_[bit >> 6] |= uint64_t(1) << (bit & 63);
    }
}

PatternCell transform(PatternCell cell, int symmetry) {
  if (symmetry & 1) cell.dx = int8_t(-cell.dx);
  if (symmetry & 2) cell.dy = int8_t(-cell.dy);
  if (symmetry & 4) std::swap(cell.dx, cell.dy);
  return cell;
}

int spiral_rank(int dx, int dy) {
  // Rings by distance, then clockwise from the top: near cells decide most, as in GNU Go's path.
  const int ring = dx * dx + dy * dy;
  const int quadrant = dx >= 0 ? (dy < 0 ? 0 : 1) : (dy >= 0 ? 2 : 3);
  return (ring * 4 + quadrant) * 16 + (quadrant % 2 ? dy : dx) % 16 + 8;
}

int PatternSet::add(std::vector<PatternCell> cells) {
  if (cells.empty()) throw std::invalid_argument("a pattern needs at least one cell");
  for (const auto& cell : cells) {
    if (cell.dx < -kPatternReach || cell.dx > kPatternReach || cell.dy < -kPatternReach ||
        cell.dy > kPatternReach)
      throw std::invalid_argument("a pattern cell lies more than six points from its anchor");
    if (cell.cls < kOffBoard || cell.cls >= classes_)
      throw std::invalid_argument("a pattern cell asks for a class that does not exist");
  }
  patterns_.push_back(std::move(cells));
  return size() - 1;
}

namespace {

bool nearer(const PatternCell& a, const PatternCell& b) {
  const auto key = [](const PatternCell& c) {
    return std::make_tuple(spiral_rank(c.dx, c.dy), c.dx, c.dy, c.cls);
  };
  return key(a) < key(b);
}

}  // namespace

void PatternSet::compile(int symmetries, TreeOrder order) {
  variants_.clear();
  for (int p = 0; p < size(); ++p) {
    std::vector<std::vector<PatternCell>> seen;
    for (int s = 0; s < symmetries; ++s) {
      std::vector<PatternCell> cells;
      for (const auto& cell : patterns_[p]) cells.push_back(transform(cell, s));
      std::sort(cells.begin(), cells.end(), nearer);
      if (std::find(seen.begin(), seen.end(), cells) != seen.end()) continue;
      seen.push_back(cells);
      variants_.push_back({uint16_t(p), uint8_t(s), std::move(cells)});
    }
  }
  std::vector<uint32_t> all(variants_.size());
  for (uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  nodes_.clear();
  node_variants_.clear();
  depth_ = 0;
  std::vector<std::vector<PatternCell>> left;
  for (const auto& variant : variants_) left.push_back(variant.cells);
  grow(all, left, order, 0);
}

// Adds the nodes for some variants, whose cells that were not asked for yet are left. One cell is
// asked for first, then everything that has it is dealt with; then another one for the rest.
void PatternSet::grow(std::vector<uint32_t> group, std::vector<std::vector<PatternCell>>& left,
                      TreeOrder order, int depth) {
  depth_ = std::max(depth_, depth);
  std::map<PatternCell, int, bool (*)(const PatternCell&, const PatternCell&)> counts(nearer);
  for (const uint32_t v : group)
    for (const auto& cell : left[v]) ++counts[cell];
  while (!group.empty()) {
    PatternCell chosen = left[group[0]][0];
    if (order == TreeOrder::kShared) {
      int most = 0;
      for (const auto& [cell, count] : counts)
        if (count > most) {
          most = count;
          chosen = cell;
        }
    } else {
      for (const uint32_t v : group)
        if (nearer(left[v][0], chosen)) chosen = left[v][0];
    }
    const auto at = uint32_t(nodes_.size()), first = uint32_t(node_variants_.size());
    nodes_.push_back({chosen, uint16_t(depth), 0, first, first});
    std::vector<uint32_t> below, rest;
    for (const uint32_t v : group) {
      const auto cell = std::find(left[v].begin(), left[v].end(), chosen);
      if (cell == left[v].end() || (order == TreeOrder::kNear && cell != left[v].begin())) {
        rest.push_back(v);
        continue;
      }
      for (const auto& c : left[v]) --counts[c];
      left[v].erase(cell);
      if (left[v].empty())
        node_variants_.push_back(v);
      else
        below.push_back(v);
    }
    nodes_[at].variant_end = uint32_t(node_variants_.size());
    grow(std::move(below), left, order, depth + 1);
    nodes_[at].skip = uint32_t(nodes_.size());
    group = std::move(rest);
  }
}

std::vector<PatternHit> match_naive(const PatternSet& set, const Scene& scene) {
  std::vector<PatternHit> hits;
  for (const auto& variant : set.variants())
    for (int row = 0; row < scene.height(); ++row)
      for (int col = 0; col < scene.width(); ++col) {
        const bool holds =
            std::all_of(variant.cells.begin(), variant.cells.end(), [&](const PatternCell& c) {
              const int x = col + c.dx, y = row + c.dy;
              if (!scene.on_board(x, y)) return c.cls == kOffBoard;
              return c.cls != kOffBoard && scene.has(c.cls, x, y);
            });
        if (holds)
          hits.push_back({variant.pattern, variant.symmetry, uint16_t(row * scene.width() + col)});
      }
  return hits;
}

namespace {

constexpr int kWide = FoundPlanes::kWords;

// Goes through the tree; `padded` and `stack` hold planes of so many words one after another.
GOKAN_CLONES void collect(const PatternSet::Node* nodes, size_t count, const uint32_t* ends,
                          const uint64_t* padded, uint64_t* stack, int stride, FoundPlanes& found) {
  constexpr int kPadded = kWide + 2 * planes::kPad;
  for (size_t i = 0; i < count;) {
    const auto& node = nodes[i];
    const uint64_t* __restrict const above = stack + size_t(node.depth) * kWide;
    uint64_t* __restrict const here = stack + size_t(node.depth + 1) * kWide;
    const int at = node.cell.dy * stride + node.cell.dx + 64 * planes::kPad;
    const uint64_t* __restrict const from =
        padded + size_t(node.cell.cls + 1) * kPadded + size_t(at >> 6);
    const int low = at & 63, high = 63 - low;
    const uint64_t flip = node.cell.cls == kOffBoard ? ~uint64_t(0) : 0;
    uint64_t all = 0;
    for (int w = 0; w < kWide; ++w) {
      here[w] = ((from[w] >> low | from[w + 1] << 1 << high) ^ flip) & above[w];
      all |= here[w];
    }
    if (!all) {
      i = node.skip;
      continue;
    }
    for (uint32_t v = node.first_variant; v < node.variant_end; ++v) {
      found.variants.push_back(ends[v]);
      found.words.insert(found.words.end(), here, here + kWide);
    }
    ++i;
  }
}

}  // namespace

void collect_planes(const PatternSet& set, const Scene& scene, const Plane& anchors,
                    FoundPlanes& found) {
  static thread_local std::vector<uint64_t> padded, stack;
  padded.assign(size_t(scene.classes() + 1) * (kWide + 2 * planes::kPad) + 1, 0);
  for (int c = 0; c <= scene.classes(); ++c) {
    const Plane& plane = c ? scene.plane(c - 1) : scene.board();  // the board first
    std::copy_n(plane.begin(), kWide,
                padded.begin() + c * (kWide + 2 * planes::kPad) + planes::kPad);
  }
  stack.assign(size_t(set.depth() + 2) * kWide, 0);
  std::copy_n(anchors.begin(), kWide, stack.begin());
  collect(set.nodes().data(), set.nodes().size(), set.node_variants().data(), padded.data(),
          stack.data(), scene.stride(), found);
}

std::vector<PatternHit> match_planes(const PatternSet& set, const Scene& scene) {
  std::vector<PatternHit> hits;
  const int stride = scene.stride(), width = scene.width();
  walk_planes_sized(set, scene, scene.board(), [&](uint32_t v, const Plane& where, int words) {
    const auto& variant = set.variants()[v];
    planes::for_each_bit(where, words, [&](int bit) {
      hits.push_back(
          {variant.pattern, variant.symmetry, uint16_t(bit / stride * width + bit % stride)});
    });
  });
  return hits;
}

}  // namespace gokan
