#include "intuition/records.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "go/playout.h"
#include "intuition/crowd.h"

namespace gokan::intuition {

namespace {

constexpr int kMaxMoves = 1000;
constexpr double kMostPoints = 1000;  // of komi or a margin; more is no number of points

struct GameText {
  double komi = 0;
  int winner = 0;                // 1 Black, -1 White, 0 unknown or nobody
  std::optional<double> margin;  // Black's, if the game was counted
  std::string_view moves;
};

std::string_view next_field(std::string_view& line) {
  const size_t tab = line.find('\t');
  const std::string_view field = line.substr(0, tab);
  line = tab == std::string_view::npos ? std::string_view{} : line.substr(tab + 1);
  return field;
}

GameText parse(std::string_view line) {
  GameText game;
  next_field(line);
  next_field(line);
  const std::string komi(next_field(line));
  if (!komi.empty()) game.komi = std::atof(komi.c_str());
  if (!(std::abs(game.komi) <= kMostPoints)) game.komi = 0;
  const std::string result(next_field(line));
  if (result == "Jigo" || result == "0" || result == "Draw") game.margin = 0.0;
  // A forfeit ("B+F") says nothing of the board.
  if (result.size() > 1 && result[1] == '+' && result.substr(2) != "F") {
    game.winner = result[0] == 'B' ? 1 : result[0] == 'W' ? -1 : 0;
    char* end = nullptr;
    const double by = std::strtod(result.c_str() + 2, &end);
    if (end != result.c_str() + 2 && std::abs(by) <= kMostPoints) game.margin = game.winner * by;
  }
  game.moves = next_field(line);
  while (!game.moves.empty() && (game.moves.back() == '\r' || game.moves.back() == ' '))
    game.moves.remove_suffix(1);
  return game;
}

template <class T>
void put(uint8_t* at, T value) {
  std::memcpy(at, &value, sizeof value);
}

// Komi of seven and a half and more is Chinese, that is, of area already; other games count
// territory, where a stone costs the point it stands on: see `gokan.go.area_komi`.
constexpr double kAreaKomi = 7.25;

// `used` says how many more stones Black has played than White.
double area_komi(double komi, int used, Color to_play) {
  if (komi >= kAreaKomi) return komi;
  return komi + used + (to_play == kBlack ? 0.5 : -0.5);
}

// Stones that Benson's theorem gives to the enemy, and blocks that random games lose more often
// than not.
void find_dead(Position end, int playouts, std::vector<uint8_t>& dead) {
  end.set_passes(0);  // or a random game would be over before it began
  const Board& board = end.board();
  const Geometry& geo = board.geometry();
  StaticLife life;
  static_life(board, life);
  const PlayoutResult games =
      run_playouts(end, playouts, 20, Policy::kSensible, kMaxMoves, 0, true, {});
  dead.assign(size_t(geo.count), 0);
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[size_t(i)];
    if (!board.is_stone(p) || board.head(p) != p) continue;
    const Color c = board.color(p);
    bool lost = life.any && life.owner[p] == opponent(c);
    if (!lost && !(life.any && life.owner[p] == c)) {
      int64_t lead = 0;  // of the block's own side
      board.for_each_stone(p, [&](Point q) {
        const auto k = size_t(geo.index[q]);
        lead += (c == kBlack ? 1 : -1) * (games.black[k] - games.white[k]);
      });
      lost = lead < 0;
    }
    if (lost) board.for_each_stone(p, [&](Point q) { dead[size_t(geo.index[q])] = 1; });
  }
}

// Black's margin by territory, komi counted; `owner` is filled in.
double count_territory(const Position& end, const std::vector<uint8_t>& dead, double komi,
                       std::vector<uint8_t>& owner) {
  const Board& board = end.board();
  const Geometry& geo = board.geometry();
  owner.assign(size_t(geo.count), 0);
  owners(board, dead.data(), owner.data());
  double margin = end.prisoners(kWhite) - end.prisoners(kBlack) - komi;
  for (int i = 0; i < geo.count; ++i) {
    const auto k = size_t(i);
    const Color c = board.color(geo.points[k]);
    if (owner[k] == c && c != kEmpty) continue;  // a living stone is no territory
    const int side = owner[k] == kBlack ? 1 : owner[k] == kWhite ? -1 : 0;
    margin += side * (dead[k] ? 2 : 1);
  }
  return margin;
}

bool find_owners(const Position& end, const GameText& game, int playouts, int8_t* out) {
  std::vector<uint8_t> dead, owner;
  find_dead(end, playouts, dead);
  const double margin = count_territory(end, dead, game.komi, owner);
  if (std::abs(margin - *game.margin) > 1) return false;
  for (int i = 0; i < kPointsOfRecord; ++i)
    out[i] = owner[size_t(i)] == kBlack ? 1 : owner[size_t(i)] == kWhite ? -1 : 0;
  return true;
}

// Who makes a forbidden move loses by it and not by what is on the board; and where a record is
// not what was played, neither is its result.
void forget_result(uint8_t* first, const uint8_t* end) {
  for (uint8_t* record = first; record != end; record += kRecordBytes) {
    uint8_t* meta = record + kBytes * kPointsOfRecord;
    put(meta + kMargin, kNoMargin);
    put(meta + kWinner, int8_t{0});
  }
}

}  // namespace

Recorded write_records(std::string_view text, uint32_t game_number, int playouts, uint8_t* out,
                       int8_t* owners_out) {
  Recorded done;
  const auto features = std::make_unique<Features>();
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    if (line.empty()) continue;
    const GameText game = parse(line);
    Position position(kSide, kSide);
    bool whole = true;
    int used = 0;
    uint8_t* const first = out;
    for (size_t i = 0; i + 1 < game.moves.size(); i += 2) {
      const int col = game.moves[i] - 'a', row = game.moves[i + 1] - 'a';
      Point p = kPass;
      if (game.moves[i] != '.') {
        if (col < 0 || col >= kSide || row < 0 || row >= kSide) whole = false;
        if (whole) p = position.board().at(col, row);
        if (!whole || !position.is_legal(p, position.to_play())) {
          whole = false;
          break;
        }
      }
      features->write(position, out);
      const int sign = position.to_play() == kBlack ? 1 : -1;
      uint8_t* meta = out + kBytes * kPointsOfRecord;
      write_meta(position, p, area_komi(game.komi, used, position.to_play()), meta);
      put(meta + kGame, game_number);
      if (game.margin) put(meta + kMargin, int16_t(std::lround(2 * sign * *game.margin)));
      put(meta + kWinner, int8_t(sign * game.winner));
      out += kRecordBytes;
      ++done.records;
      if (p != kPass) used += sign;
      position.play_here(p, position.to_play());
    }
    std::memset(owners_out, uint8_t(kNoOwner), kPointsOfRecord);
    if (!whole) {
      ++done.broken;
      forget_result(first, out);
    }
    if (whole && game.margin && playouts > 0) {
      ++done.counted;
      if (find_owners(position, game, playouts, owners_out))
        ++done.owned;
      else
        std::memset(owners_out, uint8_t(kNoOwner), kPointsOfRecord);
    }
    owners_out += kPointsOfRecord;
    ++game_number;
    ++done.games;
  }
  return done;
}

}  // namespace gokan::intuition
