#include "intuition/crowd.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <thread>

#include "intuition/records.h"

namespace gokan::intuition {

namespace {

constexpr double kWidestKomi = 4000;

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return {};
  return value;
}

std::optional<Point> point(const Board& board, char column, char row) {
  if (column == '.' && row == '.') return kPass;
  const int x = column - 'a', y = row - 'a';
  if (x < 0 || y < 0 || x >= board.width() || y >= board.height()) return {};
  return board.at(x, y);
}

// The stones set up, or false.
bool set_up(std::string_view stones, int side, Position& position, Color first) {
  std::vector<uint8_t> colors(size_t(side * side));
  uint8_t color = kBlack;
  if (stones == "-") stones = {};
  while (!stones.empty()) {
    if (stones[0] == '/') {
      if (color == kWhite) return false;
      color = kWhite;
      stones.remove_prefix(1);
      continue;
    }
    if (stones.size() < 2) return false;
    const int x = stones[0] - 'a', y = stones[1] - 'a';
    if (x < 0 || y < 0 || x >= side || y >= side) return false;
    uint8_t& at = colors[size_t(y * side + x)];
    if (at) return false;
    at = color;
    stones.remove_prefix(2);
  }
  position.restart(colors.data(), first);
  return position.board().breathless() == kPass;
}

}  // namespace

std::optional<GameLine> parse_game_line(std::string_view line) {
  std::array<std::string_view, 7> fields;
  for (std::string_view& field : fields) {
    const size_t tab = line.find('\t');
    field = line.substr(0, tab);
    line = tab == std::string_view::npos ? std::string_view{} : line.substr(tab + 1);
  }
  const auto& [id, side_text, komi_text, stones, first, moves, turns] = fields;
  const auto side = number(side_text), komi = number(komi_text);
  if (!side || *side != std::floor(*side) || *side < kSmallestSide || *side > kLargestSide)
    return {};
  if (!komi || !(std::abs(*komi) <= kWidestKomi)) return {};  // nor one that is no number
  if (first != "B" && first != "W") return {};
  GameLine game{int(*side), *komi, Position(int(*side)), {}, {}};
  if (!set_up(stones, game.side, game.start, first == "B" ? kBlack : kWhite)) return {};
  if (moves.size() % 2) return {};
  for (size_t i = 0; i < moves.size(); i += 2) {
    const auto p = point(game.start.board(), moves[i], moves[i + 1]);
    if (!p) return {};
    game.moves.push_back(*p);
  }
  for (size_t at = 0; at < turns.size();) {
    const size_t comma = std::min(turns.find(',', at), turns.size());
    const auto turn = number(turns.substr(at, comma - at));
    if (!turn || *turn != std::floor(*turn) || *turn < 0 || *turn > double(game.moves.size()))
      return {};
    game.turns.push_back(int(*turn));
    at = comma + 1;
  }
  return game;
}

int record_bytes(int side) { return kBytes * side * side + kMetaBytes; }

void write_meta(const Position& position, Point next, double komi, uint8_t* meta) {
  const Geometry& geo = position.board().geometry();
  const auto put = [&](int at, auto value) { std::memcpy(meta + at, &value, sizeof value); };
  const auto index = [&](Point p) { return uint16_t(p == kPass ? geo.count : geo.index[p]); };
  std::memset(meta, 0, kMetaBytes);
  for (int k = 0; k < Position::kRecent; ++k) put(2 * k, index(position.recent()[size_t(k)]));
  put(kNextMove, index(next));
  const int sign = position.to_play() == kBlack ? 1 : -1;
  put(kMargin, kNoMargin);
  put(kKomi, int16_t(std::lround(-2 * sign * komi)));
  put(kBlackToPlay, uint8_t(sign == 1));
}

int64_t turn_records(std::string_view line, uint8_t* out, int64_t room) {
  const auto game = parse_game_line(line);
  if (!game || int64_t(game->turns.size()) * record_bytes(game->side) > room) return -1;
  static thread_local auto features = std::make_unique<Features>();
  Position position = game->start;
  const int bytes = record_bytes(game->side), points = game->side * game->side;
  for (size_t made = 0;; ++made) {
    const bool ended = made == game->moves.size();
    const Point next = ended ? kPass : game->moves[made];
    for (size_t k = 0; k < game->turns.size(); ++k) {
      if (size_t(game->turns[k]) != made) continue;
      uint8_t* record = out + int64_t(k) * bytes;
      features->write(position, record);
      write_meta(position, next, game->komi, record + kBytes * points);
    }
    if (ended) return int64_t(game->turns.size());
    if (next != kPass && !position.is_legal(next, position.to_play())) return -1;
    position.play_here(next, position.to_play());
  }
}

Crowd::Crowd(int side, int games) : side_(std::clamp(side, kSmallestSide, kLargestSide)) {
  all_.resize(size_t(std::max(games, 1)), OneGame{Position(side_), 0});
}

bool Crowd::start(int game, std::string_view line) {
  auto parsed = parse_game_line(line);
  if (!parsed || parsed->side != side_ || game < 0 || game >= games()) return false;
  Position position = parsed->start;
  for (const Point p : parsed->moves) {
    if (p != kPass && !position.is_legal(p, position.to_play())) return false;
    position.play_here(p, position.to_play());
  }
  all_[size_t(game)] = {std::move(position), parsed->komi};
  return true;
}

void Crowd::look(int threads, uint8_t* out) {
  while (features_.size() < size_t(std::max(threads, 1)))
    features_.push_back(std::make_unique<Features>());
  const auto team = size_t(std::clamp(threads, 1, games()));
  const auto bytes = size_t(record_bytes(side_)), tail = size_t(kBytes * side_ * side_);
  const auto work = [&](size_t first) {
    for (size_t i = first; i < all_.size(); i += team) {
      uint8_t* const record = out + i * bytes;
      features_[first]->write(all_[i].position, record);
      write_meta(all_[i].position, kPass, all_[i].komi, record + tail);
    }
  };
  std::vector<std::thread> others;
  for (size_t t = 1; t < team; ++t) others.emplace_back(work, t);
  work(0);
  for (std::thread& other : others) other.join();
}

void Crowd::play(const int16_t* moves, uint8_t* outcomes) {
  for (size_t i = 0; i < all_.size(); ++i) {
    Position& position = all_[i].position;
    const int points = side_ * side_, move = moves[i];
    if (move < 0 || move > points) {
      outcomes[i] = kIllegal;
      continue;
    }
    const Point p = move == points ? kPass : position.board().geometry().points[size_t(move)];
    if (p != kPass && !position.is_legal(p, position.to_play())) {
      outcomes[i] = kIllegal;
      continue;
    }
    position.play_here(p, position.to_play());
    outcomes[i] = position.passes() >= 2 ? kOver : kOn;
  }
}

}  // namespace gokan::intuition
