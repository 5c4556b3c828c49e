// What training needs of the core, with a plain C interface, for machines that train but have no
// binding tools: the core compiles there into a shared library that Python opens by itself.
#include "intuition/own_games.h"
#include "intuition/records.h"

using gokan::intuition::OwnGames;

extern "C" {

int64_t gokan_record_bytes() { return gokan::intuition::kRecordBytes; }

// `counts` gets records, games, counted, owned, broken.
void gokan_write_records(const char* text, int64_t length, uint32_t game, int playouts,
                         uint8_t* out, int8_t* owners, int64_t* counts) {
  const auto done =
      gokan::intuition::write_records({text, size_t(length)}, game, playouts, out, owners);
  const int64_t all[] = {done.records, done.games, done.counted, done.owned, done.broken};
  for (int i = 0; i < 5; ++i) counts[i] = all[i];
}

OwnGames* gokan_own_games(int games, int side, uint64_t seed, int max_moves, int threads) {
  return new OwnGames(games, side, seed, max_moves, threads);
}
void gokan_own_games_free(OwnGames* games) { delete games; }
int gokan_own_games_finished(const OwnGames* games) { return games->finished(); }
void gokan_own_games_look(OwnGames* games, uint8_t* records, uint8_t* allowed) {
  games->look(records, allowed);
}
void gokan_own_games_play(OwnGames* games, const uint16_t* moves) { games->play(moves); }
int64_t gokan_own_games_records(const OwnGames* games) { return games->records(); }
void gokan_own_games_take(const OwnGames* games, uint32_t game, uint8_t* records, int8_t* owners) {
  games->take(game, records, owners);
}
}
