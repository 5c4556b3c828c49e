// What training needs of the core, with a plain C interface, for machines that train but have no
// binding tools: the core compiles there into a shared library that Python opens by itself.
#include "intuition/records.h"

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
}
