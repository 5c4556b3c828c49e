// GNU Go's matcher (Urvoy and the GNU Go team; Wong 2004, section 2.1.2): the points around an
// anchor are read along a spiral, and a state stands for the set of patterns that may still hold,
// so that one pass answers for all of them. Two changes. A letter is not just a stone but the set
// of classes a point belongs to. And since most of the many possible letters never occur, letters
// and transitions are made when first met. Orientations are eight walks along turned spirals.
#include <algorithm>
#include <map>
#include <unordered_map>

#include "study/matchers.h"

namespace gokan {

namespace {
struct LetterHash {
  size_t operator()(const std::vector<uint64_t>& v) const {
    uint64_t h = 1469598103934665603u;
    for (uint64_t x : v) h = (h ^ x) * 1099511628211u, h ^= h >> 29;
    return size_t(h);
  }
};
}  // namespace

struct DfaMatcher::Impl {
  const PatternSet& set;
  size_t max_states;
  struct Step {
    int dx, dy;
  };
  std::vector<Step> path;                            // the spiral, only cells some pattern reads
  std::vector<std::vector<PatternCell>> cells;       // per pattern, in path order
  std::vector<std::vector<int>> at;                  // per pattern, the path index of each cell
  std::vector<std::array<bool, 8>> own_orientation;  // false: a mirror image of a lower symmetry

  // A state is (patterns alive, next place on the path where any of them reads).
  struct State {
    std::vector<uint16_t> alive;
    std::vector<uint16_t> done;  // patterns that hold once this state is reached
    int read = 0;                // path index to read next; -1 when nothing is left
    std::vector<int32_t> next;   // by letter; -1 not made yet
  };
  std::vector<State> states;
  std::map<std::pair<std::vector<uint16_t>, std::pair<int, std::vector<uint16_t>>>, int32_t> known;
  std::vector<std::vector<uint64_t>> letters;  // classes as bits; letter 0 is off the board
  std::unordered_map<std::vector<uint64_t>, int, LetterHash> letter_of;

  Impl(const PatternSet& s, int max) : set(s), max_states(size_t(max)) {
    std::vector<std::pair<int, Step>> ranked;
    for (int p = 0; p < set.size(); ++p)
      for (const auto& c : set.cells(p)) {
        const auto same = [&](const auto& r) { return r.second.dx == c.dx && r.second.dy == c.dy; };
        if (std::none_of(ranked.begin(), ranked.end(), same))
          ranked.push_back({spiral_rank(c.dx, c.dy), {c.dx, c.dy}});
      }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& r : ranked) path.push_back(r.second);
    own_orientation.assign(size_t(set.size()), {});
    for (const auto& v : set.variants()) own_orientation[v.pattern][v.symmetry] = true;
    for (int p = 0; p < set.size(); ++p) {
      std::vector<std::pair<int, PatternCell>> order;
      for (const auto& c : set.cells(p)) {
        const auto step = std::find_if(path.begin(), path.end(),
                                       [&](const Step& t) { return t.dx == c.dx && t.dy == c.dy; });
        order.push_back({int(step - path.begin()), c});
      }
      std::stable_sort(order.begin(), order.end(),
                       [](const auto& a, const auto& b) { return a.first < b.first; });
      cells.emplace_back();
      at.emplace_back();
      for (const auto& o : order) at.back().push_back(o.first), cells.back().push_back(o.second);
    }
    restart();
  }

  void restart() {
    states.clear();
    known.clear();
    std::vector<uint16_t> all;
    for (int p = 0; p < set.size(); ++p) all.push_back(uint16_t(p));
    make_state(all, -1);
  }

  // The state reached with these patterns alive after reading the path up to `read` (inclusive).
  int32_t make_state(const std::vector<uint16_t>& alive, int read) {
    State s;
    s.read = -1;
    for (uint16_t p : alive) {
      if (at[p].empty() || at[p].back() <= read) {
        s.done.push_back(p);
        continue;
      }
      s.alive.push_back(p);
      const int following = *std::upper_bound(at[p].begin(), at[p].end(), read);
      if (s.read < 0 || following < s.read) s.read = following;
    }
    auto [it, fresh] = known.try_emplace({s.alive, {s.read, s.done}}, int32_t(states.size()));
    if (fresh) states.push_back(std::move(s));
    return it->second;
  }

  int32_t step(int32_t from, int letter) {
    if (size_t(letter) < states[from].next.size() && states[from].next[letter] >= 0)
      return states[from].next[letter];
    const int read = states[from].read;
    std::vector<uint16_t> alive;
    for (uint16_t p : states[from].alive) {
      bool holds = true;
      for (size_t i = 0; i < at[p].size() && holds; ++i)
        if (at[p][i] == read) holds = accepts(cells[p][i].cls, letter);
      if (holds) alive.push_back(p);
    }
    const int32_t to = make_state(alive, read);
    auto& next = states[from].next;
    if (next.size() <= size_t(letter)) next.resize(size_t(letter) + 1, -1);
    next[letter] = to;
    return to;
  }

  bool accepts(int cls, int letter) const {
    if (letter == 0) return cls == kOffBoard;
    return cls != kOffBoard && (letters[letter][cls >> 6] >> (cls & 63) & 1);
  }

  std::vector<int> read_letters(const Scene& scene) {
    if (letters.empty()) letters.push_back({});
    const size_t points = size_t(scene.width()) * size_t(scene.height());
    std::vector<std::vector<uint64_t>> keys(points,
                                            std::vector<uint64_t>(size_t(set.classes() + 63) / 64));
    const int stride = scene.stride(), width = scene.width();
    for (int c = 0; c < set.classes(); ++c)
      planes::for_each_bit(scene.plane(c), scene.words(), [&](int bit) {
        keys[size_t(bit / stride * width + bit % stride)][c >> 6] |= uint64_t(1) << (c & 63);
      });
    std::vector<int> out;
    for (const auto& key : keys) {
      auto [it, fresh] = letter_of.try_emplace(key, int(letters.size()));
      if (fresh) letters.push_back(key);
      out.push_back(it->second);
    }
    return out;
  }

  std::vector<PatternHit> match(const Scene& scene) {
    const auto board = read_letters(scene);
    if (states.size() > max_states) restart();
    std::vector<PatternHit> hits;
    const int w = scene.width(), h = scene.height();
    std::vector<PatternCell> turned(path.size());
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
      for (size_t i = 0; i < path.size(); ++i)
        turned[i] = transform({int8_t(path[i].dx), int8_t(path[i].dy), 0}, symmetry);
      for (int row = 0; row < h; ++row)
        for (int col = 0; col < w; ++col) {
          int32_t s = 0;
          while (true) {
            for (uint16_t p : states[s].done)
              if (own_orientation[p][symmetry])
                hits.push_back({p, uint8_t(symmetry), uint16_t(row * w + col)});
            if (states[s].read < 0) break;
            const auto& t = turned[size_t(states[s].read)];
            const int x = col + t.dx, y = row + t.dy;
            s = step(s, scene.on_board(x, y) ? board[size_t(y * w + x)] : 0);
          }
        }
    }
    return hits;
  }
};

DfaMatcher::DfaMatcher(const PatternSet& set, int max_states) : impl_(new Impl(set, max_states)) {}
DfaMatcher::~DfaMatcher() { delete impl_; }
std::vector<PatternHit> DfaMatcher::match(const Scene& scene) { return impl_->match(scene); }
int DfaMatcher::states() const { return int(impl_->states.size()); }
int DfaMatcher::letters() const { return int(impl_->letters.size()); }

}  // namespace gokan
