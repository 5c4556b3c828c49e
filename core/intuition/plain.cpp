// What training needs of the core, with a plain C interface, for machines that train but have no
// binding tools: the core compiles there into a shared library that Python opens by itself.
#include "intuition/crowd.h"
#include "intuition/records.h"

using gokan::intuition::Crowd;

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

// The records of a line of a game, as `crowd.h` says.
int64_t gokan_turn_records(const char* line, int64_t length, uint8_t* out, int64_t room) {
  return gokan::intuition::turn_records({line, size_t(length)}, out, room);
}

void* gokan_crowd(int side, int games) { return new Crowd(side, games); }
void gokan_crowd_end(void* crowd) { delete static_cast<Crowd*>(crowd); }
int gokan_crowd_start(void* crowd, int game, const char* line, int64_t length) {
  return static_cast<Crowd*>(crowd)->start(game, {line, size_t(length)});
}
void gokan_crowd_look(void* crowd, int threads, uint8_t* out) {
  static_cast<Crowd*>(crowd)->look(threads, out);
}
void gokan_crowd_play(void* crowd, const int16_t* moves, uint8_t* outcomes) {
  static_cast<Crowd*>(crowd)->play(moves, outcomes);
}
}
