#include "intuition/own_games.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <thread>

namespace gokan::intuition {

namespace {

template <class T>
void put(uint8_t* at, T value) {
  std::memcpy(at, &value, sizeof value);
}

}  // namespace

OwnGames::OwnGames(int games, int side, uint64_t seed, int max_moves, int threads)
    : points_(side * side), max_moves_(max_moves), threads_(std::max(1, threads)) {
  Random random(seed);
  all_.resize(size_t(games), OneGame{Position(side, side), 0, false, {}});
  for (OneGame& game : all_) game.komi = double(random.below(16)) + 0.5;
  seen_.resize(size_t(games) * size_t(record_bytes()));
  for (int i = 0; i < threads_; ++i) features_.push_back(std::make_unique<Features>());
}

int OwnGames::finished() const {
  return int(std::count_if(all_.begin(), all_.end(), [](const OneGame& g) { return g.over; }));
}

template <class F>
void OwnGames::share_out(F&& f) {
  std::vector<std::thread> team;
  for (int t = 0; t < threads_; ++t)
    team.emplace_back([&, t] {
      for (size_t i = size_t(t); i < all_.size(); i += size_t(threads_)) f(size_t(t), i);
    });
  for (std::thread& one : team) one.join();
}

void OwnGames::look(uint8_t* records, uint8_t* allowed) {
  const auto bytes = size_t(record_bytes()), points = size_t(points_);
  share_out([&](size_t thread, size_t i) {
    OneGame& game = all_[i];
    uint8_t* record = records + i * bytes;
    uint8_t* may = allowed + i * (points + 1);
    std::memset(record, 0, bytes);
    std::memset(may, 0, points + 1);
    if (game.over) return;
    const Position& position = game.position;
    const Board& board = position.board();
    const Geometry& geo = board.geometry();
    features_[thread]->write(position, record);
    bool any = false;  // a move that does not put itself into atari
    for (size_t k = 0; k < points; ++k) {
      const bool stone = record[k] & 3, barred = record[points + k] & 64;
      const bool settled = record[points + k] & 3;
      if (stone || barred || settled || board.is_eye_like(geo.points[k], position.to_play()))
        continue;
      may[k] = 1;
      const int taken = (record[points + k] >> 2) & 3, left = (record[points + k] >> 4) & 3;
      if (taken || left != 1) any = true;
    }
    may[points] = !any;
    uint8_t* meta = record + size_t(kBytes) * points;
    for (int k = 0; k < Position::kRecent; ++k) {
      const Point p = position.recent()[size_t(k)];
      put(meta + 2 * k, uint16_t(p == kPass ? points_ : geo.index[p]));
    }
    const int sign = position.to_play() == kBlack ? 1 : -1;
    put(meta + 18, int8_t(std::lround(-2 * sign * game.komi)));
    put(meta + 20, uint8_t(sign == 1));
    std::memcpy(seen_.data() + i * bytes, record, bytes);
  });
}

void OwnGames::play(const uint16_t* moves) {
  const auto bytes = size_t(record_bytes());
  share_out([&](size_t, size_t i) {
    OneGame& game = all_[i];
    if (game.over) return;
    uint8_t* record = seen_.data() + i * bytes;
    put(record + size_t(kBytes * points_) + 10, moves[i]);
    game.past.insert(game.past.end(), record, record + bytes);
    Position& position = game.position;
    const Point p =
        moves[i] >= points_ ? kPass : position.board().geometry().points[size_t(moves[i])];
    position.play_here(p, position.to_play());
    game.over = position.passes() >= 2 || position.move_number() >= max_moves_;
  });
}

int64_t OwnGames::records() const {
  int64_t count = 0;
  for (const OneGame& game : all_) count += int64_t(game.past.size()) / record_bytes();
  return count;
}

void OwnGames::take(uint32_t number, uint8_t* records, int8_t* owners_out) const {
  const auto bytes = size_t(record_bytes()), meta = size_t(kBytes * points_);
  std::vector<uint8_t> owner(static_cast<size_t>(points_));
  for (const OneGame& game : all_) {
    owners(game.position.board(), nullptr, owner.data());
    int area = 0;
    for (int i = 0; i < points_; ++i) {
      const Color c = Color(owner[size_t(i)]);
      const int side = c == kBlack ? 1 : c == kWhite ? -1 : 0;
      owners_out[i] = int8_t(side);
      area += side;
    }
    const double margin = area - game.komi;  // Black's; never 0
    std::memcpy(records, game.past.data(), game.past.size());
    for (size_t at = 0; at < game.past.size(); at += bytes) {
      uint8_t* tail = records + at + meta;
      const int sign = tail[20] ? 1 : -1;
      put(tail + 12, number);
      put(tail + 16, int16_t(std::lround(2 * sign * margin)));
      put(tail + 19, int8_t(sign * margin > 0 ? 1 : -1));
    }
    records += game.past.size();
    owners_out += points_;
    ++number;
  }
}

}  // namespace gokan::intuition
