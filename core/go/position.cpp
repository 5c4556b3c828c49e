#include "go/position.h"

#include <algorithm>

namespace gokan {

void History::push(uint64_t hash, Color to_play) {
  top_ = new Node{hash, to_play, top_, 1};  // takes over our reference to the old top
}

void History::release() {
  Node* node = top_;
  while (node && node->uses.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    Node* parent = node->parent;
    delete node;
    node = parent;
  }
  top_ = nullptr;
}

bool History::seen(uint64_t hash) const {
  for (const Node* n = top_; n; n = n->parent)
    if (n->hash == hash) return true;
  return false;
}

bool History::seen(uint64_t hash, Color to_play) const {
  for (const Node* n = top_; n; n = n->parent)
    if (n->hash == hash && n->to_play == to_play) return true;
  return false;
}

bool History::previous_is(uint64_t hash) const {
  return top_ && top_->parent && top_->parent->hash == hash;
}

std::vector<History::Entry> History::entries() const {
  std::vector<Entry> found;
  for (const Node* n = top_; n; n = n->parent) found.push_back({n->hash, n->to_play});
  std::reverse(found.begin(), found.end());
  return found;
}

Position::Position(int width, int height, Rules rules) : board_(width, height), rules_(rules) {
  remember();
}

void Position::remember() {
  if (rules_.ko != KoRule::kSimple) remember({board_.hash(), to_play_});
}

void Position::remember(const History::Entry& entry) {
  history_.push(entry.hash, entry.to_play);
  filter_.set(entry.hash % kFilter);
  filter_.set((entry.hash >> 20) % kFilter);
}

void Position::set_past(const std::array<Point, kRecent>& recent, int move_number,
                        const std::vector<History::Entry>& history) {
  recent_ = recent;
  move_number_ = move_number;
  history_ = History();
  filter_.reset();
  for (const History::Entry& entry : history) remember(entry);
}

bool Position::repeats(Point p, Color c) const {
  // Stones never come back before some have left the board.
  if (prisoners_[kBlack] + prisoners_[kWhite] == 0 && !board_.captures(p, c) &&
      !(rules_.suicide && board_.is_suicide(p, c)))
    return false;
  const uint64_t hash = board_.hash_after(p, c);
  switch (rules_.ko) {
    case KoRule::kPrevious:
      return history_.previous_is(hash);
    case KoRule::kPositional:
      return maybe_seen(hash) && history_.seen(hash);
    case KoRule::kSituational:
      return maybe_seen(hash) && history_.seen(hash, opponent(c));
    case KoRule::kSimple:
      break;
  }
  return false;
}

Legality Position::judge(Point p, Color c) const {
  if (p == kPass) return Legality::kLegal;
  if (board_.color(p) == kOff) return Legality::kOffBoard;
  if (board_.color(p) != kEmpty) return Legality::kOccupied;
  if (!rules_.suicide && board_.is_suicide(p, c)) return Legality::kSuicide;
  if (p == board_.ko() && c == board_.ko_color()) return Legality::kKo;
  if (rules_.ko != KoRule::kSimple && repeats(p, c))
    return rules_.ko == KoRule::kPrevious ? Legality::kKo : Legality::kSuperko;
  return Legality::kLegal;
}

Position Position::play(Point p, Color c) const {
  Position next(*this);
  next.play_here(p, c);
  return next;
}

void Position::play_here(Point p, Color c) {
  const int taken = board_.play(p, c);
  if (taken > 0) prisoners_[opponent(c)] += taken;
  if (taken < 0) prisoners_[c] -= taken;
  passes_ = p == kPass ? passes_ + 1 : 0;
  std::copy_backward(recent_.begin(), recent_.end() - 1, recent_.end());
  recent_[0] = p;
  to_play_ = opponent(c);
  ++move_number_;
  remember();
}

void Position::set_to_play(Color c) {
  if (c == to_play_) return;
  to_play_ = c;
  if (rules_.ko == KoRule::kSituational) remember();
}

void Position::restart(const uint8_t* colors, Color to_play) {
  board_.load(colors);
  to_play_ = to_play;
  recent_.fill(kPass);
  move_number_ = 0;
  passes_ = 0;
  history_ = History();
  filter_.reset();
  remember();
}

int empty_regions(const Board& board, int16_t* region, std::vector<uint8_t>& colors) {
  const auto& geo = board.geometry();
  std::fill(region, region + geo.count, int16_t(-1));
  colors.clear();
  static thread_local PointList queue;
  for (int i = 0; i < geo.count; ++i) {
    if (board.color(geo.points[i]) != kEmpty || region[i] >= 0) continue;
    const auto id = int16_t(colors.size());
    uint8_t touched = 0;
    queue.assign(1, geo.points[i]);
    region[i] = id;
    for (size_t j = 0; j < queue.size(); ++j) {
      for (const Point n : board.neighbors(queue[j])) {
        if (board.is_stone(n)) {
          touched |= board.color(n);
        } else if (board.color(n) == kEmpty && region[geo.index[n]] < 0) {
          region[geo.index[n]] = id;
          queue.push_back(n);
        }
      }
    }
    colors.push_back(touched);
  }
  return int(colors.size());
}

void owners(const Board& board, const uint8_t* dead, uint8_t* owner) {
  const auto& geo = board.geometry();
  if (dead) {  // lifted: their points then belong to whoever surrounds them
    std::array<uint8_t, kMaxOnBoard> left;
    for (int i = 0; i < geo.count; ++i)
      left[i] = dead[i] ? uint8_t(kEmpty) : uint8_t(board.color(geo.points[i]));
    Board cleared(geo.width, geo.height);
    cleared.load(left.data());
    return owners(cleared, nullptr, owner);
  }
  std::array<int16_t, kMaxOnBoard> region;
  static thread_local std::vector<uint8_t> colors;
  empty_regions(board, region.data(), colors);
  for (int i = 0; i < geo.count; ++i) {
    const uint8_t side = region[i] < 0 ? uint8_t(board.color(geo.points[i])) : colors[region[i]];
    owner[i] = side == (kBlack | kWhite) ? uint8_t(kEmpty) : side;
  }
}

}  // namespace gokan
