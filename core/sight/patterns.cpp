#include "sight/patterns.h"

#include <algorithm>
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

void PatternSet::compile(int symmetries, bool edges_first) {
  auto key = [edges_first](const PatternCell& c) {
    const bool early = edges_first && c.cls == kOffBoard;
    return std::make_tuple(!early, spiral_rank(c.dx, c.dy), c.dx, c.dy, c.cls);
  };
  auto before = [&](const PatternCell& a, const PatternCell& b) { return key(a) < key(b); };
  auto cells_before = [&](const std::vector<PatternCell>& a, const std::vector<PatternCell>& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), before);
  };
  variants_.clear();
  for (int p = 0; p < size(); ++p) {
    std::vector<std::vector<PatternCell>> seen;
    for (int s = 0; s < symmetries; ++s) {
      std::vector<PatternCell> cells;
      for (const auto& cell : patterns_[p]) cells.push_back(transform(cell, s));
      std::sort(cells.begin(), cells.end(), before);
      if (std::find(seen.begin(), seen.end(), cells) != seen.end()) continue;
      seen.push_back(cells);
      variants_.push_back({uint16_t(p), uint8_t(s), std::move(cells)});
    }
  }
  // The prefix tree in preorder: variants sorted by their cells, so equal prefixes are neighbours.
  std::vector<uint32_t> order(variants_.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    if (variants_[a].cells == variants_[b].cells) return a < b;
    return cells_before(variants_[a].cells, variants_[b].cells);
  });
  nodes_.clear();
  node_variants_.clear();
  depth_ = 0;
  std::vector<uint32_t> path;  // nodes from the root to the last variant's end
  for (uint32_t v : order) {
    const auto& cells = variants_[v].cells;
    size_t shared = 0;
    while (shared < path.size() && shared < cells.size() &&
           nodes_[path[shared]].cell == cells[shared])
      ++shared;
    for (size_t i = shared; i < path.size(); ++i) nodes_[path[i]].skip = uint32_t(nodes_.size());
    path.resize(shared);
    for (size_t i = shared; i < cells.size(); ++i) {
      path.push_back(uint32_t(nodes_.size()));
      const auto at = uint32_t(node_variants_.size());
      nodes_.push_back({cells[i], uint16_t(i), 0, at, at});
    }
    node_variants_.push_back(v);
    if (!path.empty()) nodes_[path.back()].variant_end = uint32_t(node_variants_.size());
    depth_ = std::max(depth_, int(cells.size()));
  }
  for (uint32_t n : path) nodes_[n].skip = uint32_t(nodes_.size());
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
