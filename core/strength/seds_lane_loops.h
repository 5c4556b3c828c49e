// The kernels of the lanes, included once for each kind of machine: GOKAN_MACHINE is a namespace,
// and GOKAN_LANES_WHERE(a op b) the lanes, as bits, where a comparison of vectors holds.
namespace GOKAN_MACHINE {

inline Floats& floats(Lane& lane) { return *reinterpret_cast<Floats*>(lane.value); }
inline const Floats& floats(const Lane& lane) {
  return *reinterpret_cast<const Floats*>(lane.value);
}

#define GOKAN_LARGER(a, b) ((a) > (b) ? (a) : (b))
#define GOKAN_SMALLER(a, b) ((a) < (b) ? (a) : (b))
#define GOKAN_SIZE(x) (Floats)((Ints)(x) & 0x7fffffff)
#define GOKAN_IN(lanes) (((kBits) & int32_t(lanes)) != 0)

// Wakes `count` units, rounded up to fours. Without a branch, which nobody could foretell.
inline void wake(LaneField& field, const Point* list, int count, uint32_t lanes, uint64_t& n,
                 uint32_t& stones) {
  for (int j = 0; j < count; j += 4)
    for (int k = 0; k < 4; ++k) {
      const Point u = list[j + k];
      LaneEar& ear = field.ears[u];
      const uint32_t before = ear.wake, after = before | (lanes & ear.member);
      const uint32_t shift = 32 * ear.is_block;
      stones |= ear.joined & lanes;
      ear.wake = uint16_t(after);
      field.next[ear.is_block][uint32_t(n >> shift)] = u;
      n += uint64_t((before == 0) & (after != 0)) << shift;
    }
}

// The neighbours of those that moved hear of it.
inline void tell_all(LaneField& field, int n_told, const Point* told, const uint32_t* news,
                     bool blocks) {
  uint64_t n = field.n_next[0] | uint64_t(field.n_next[1]) << 32;
  uint32_t stones = field.stones_awake;
  for (int i = 0; i < n_told; ++i) {
    if (!news[i]) continue;
    if (blocks) {
      const LaneBlock& block = field.blocks[told[i]];
      wake(field, block.list, block.enemies_at + block.enemies, news[i], n, stones);
    } else {
      wake(field, field.near[told[i]].data(), 4, news[i], n, stones);
    }
  }
  field.n_next[0] = uint32_t(n), field.n_next[1] = uint32_t(n >> 32);
  field.stones_awake = stones;
}

void tell(LaneField& field, Point unit, uint32_t lanes) {
  tell_all(field, 1, &unit, &lanes, field.ears[unit].is_block);
}

int points(LaneField& field, int n, const LaneCourse& course) {
  const LaneUnit* units = field.units;
  const Floats stop = Floats{} + field.stop, apart = Floats{} + field.apart;
  const Floats tiny = Floats{} + kTiny;
  int n_apart = 0;
  for (int i = 0; i < n; ++i) {
    const Point u = field.now[i];
    const auto& around = field.near[u];
    const LaneUnit &a = units[around[0]], &b = units[around[1]];
    const LaneUnit &c = units[around[2]], &d = units[around[3]];
    Floats white, black;
    if (field.repeat[u] < 0) {
      white = 1 - (floats(a.q) * floats(d.q)) * (floats(b.q) * floats(c.q));
      black = 1 - (floats(a.p) * floats(d.p)) * (floats(b.p) * floats(c.p));
    } else {
      const auto& again = field.repeats[field.repeat[u]];
      const Floats ra = floats(again[0]), rb = floats(again[1]);
      const Floats rc = floats(again[2]), rd = floats(again[3]);
      white = 1 - (GOKAN_LARGER(floats(a.q), ra) * GOKAN_LARGER(floats(d.q), rd)) *
                      (GOKAN_LARGER(floats(b.q), rb) * GOKAN_LARGER(floats(c.q), rc));
      black = 1 - (GOKAN_LARGER(floats(a.p), ra) * GOKAN_LARGER(floats(d.p), rd)) *
                      (GOKAN_LARGER(floats(b.p), rb) * GOKAN_LARGER(floats(c.p), rc));
    }
    const Floats sum = white + black, scale = 1 / GOKAN_LARGER(sum, tiny);
    const Ints looks = GOKAN_IN(field.awake[i] & ~field.moved_to[u]);
    const Floats old = floats(units[u].p);
    const Floats p = looks ? white * scale : old;
    floats(field.fresh[i].p) = p;
    floats(field.fresh[i].q) = looks ? black * scale : floats(units[u].q);
    const Floats moved = GOKAN_SIZE(p - old), away = GOKAN_SIZE(p - course.p[u]);
    field.news[i] = GOKAN_LANES_WHERE(moved, >=, stop);
    field.left[n_apart] = u;
    n_apart += GOKAN_LANES_WHERE(away, >, apart) != 0;
  }
  for (int i = 0; i < n; ++i) {
    LaneUnit& unit = field.units[field.now[i]];
    floats(unit.p) = floats(field.fresh[i].p), floats(unit.q) = floats(field.fresh[i].q);
  }
  if (field.all_tell) tell_all(field, n, field.now, field.news, false);
  return n_apart;
}

void captures(LaneField& field, int n) {
  for (int i = 0; i < n; ++i) {
    const LaneBlock& block = field.blocks[field.now[i]];
    const Lane* theirs = block.is_black ? &field.units->p : &field.units->q;
    const Point* list = block.list;
    const auto value = [&](int j) -> const Floats& { return floats(theirs[2 * list[j]]); };
    Floats product, least = Floats{} + 1;
    const int robbed = field.robbed[field.now[i]];
    if (robbed < 0) {
      product = Floats{} + block.factor;
      for (int j = 0; j < block.liberties; j += 4) {
        // All but the smallest of the four: the larger of each pair and the larger of the losers.
        const Floats a = value(j), b = value(j + 1), c = value(j + 2), d = value(j + 3);
        const Floats low_ab = GOKAN_SMALLER(a, b), low_cd = GOKAN_SMALLER(c, d);
        const Floats low = GOKAN_SMALLER(low_ab, low_cd);
        product *= (GOKAN_LARGER(a, b) * GOKAN_LARGER(c, d)) *
                   (GOKAN_LARGER(low_ab, low_cd) * GOKAN_LARGER(low, least));
        least = GOKAN_SMALLER(low, least);
      }
      for (int j = block.enemies_at; j < block.enemies_at + block.enemies; j += 4)
        product *= (value(j) * value(j + 1)) * (value(j + 2) * value(j + 3));
    } else {
      const Floats one = Floats{} + 1;
      const uint32_t* lanes = field.robbed_lanes + field.robberies[robbed].lanes_at;
      product = floats(field.robberies[robbed].factor);
      for (int j = 0; j < block.liberties; ++j) {
        const Ints taken = GOKAN_IN(lanes[j]);
        const Floats x = value(j), low = GOKAN_SMALLER(x, least), high = GOKAN_LARGER(x, least);
        product *= taken ? x : high;
        least = taken ? least : low;
      }
      for (int j = block.enemies_at; j < block.enemies_at + block.enemies; ++j)
        product *= GOKAN_IN(lanes[j]) ? one : value(j);
    }
    floats(field.raw[i]) = field.raise ? product : product * least;
  }
}

int steps(LaneField& field, int n, const LaneCourse& course) {
  const Floats stop = Floats{} + field.stop, apart = Floats{} + field.apart;
  const Floats none{};
  int n_apart = 0;
  for (int i = 0; i < n; ++i) {
    const Point u = field.now[i];
    const bool is_black = field.blocks[u].is_black;
    Lane* unit = &field.units[u].p;
    Floats& theirs = floats(unit[is_black ? 0 : 1]);
    Floats& ours = floats(unit[is_black ? 1 : 0]);
    Floats& last = floats(field.deltas[u]);
    const float before = is_black ? course.p[u] : course.q[u];
    const Floats old = theirs, delta = floats(field.raw[i]) - old, size = GOKAN_SIZE(delta);
    const Ints turns =
        (size >= stop) & (delta * last < none) & (size >= float(kTurn) * GOKAN_SIZE(last));
    const Ints looks = GOKAN_IN(field.awake[i] & ~field.moved_to[u]);
    const Floats step = turns ? 0.5f * delta : delta;
    const Floats captured = looks ? old + step : old;
    last = looks ? step : last;
    theirs = captured;
    ours = 1 - captured;
    const Floats moved = GOKAN_SIZE(captured - old), away = GOKAN_SIZE(captured - before);
    field.news[i] = GOKAN_LANES_WHERE(moved, >=, stop);
    field.left[n_apart] = u;
    n_apart += GOKAN_LANES_WHERE(away, >, apart) != 0;
  }
  if (field.all_tell) tell_all(field, n, field.now, field.news, true);
  return n_apart;
}

void set(LaneField& field, const Point* list, int n, const LaneCourse& at_points,
         const LaneCourse& at_blocks) {
  for (int i = 0; i < n; ++i) {
    const Point u = list[i];
    const LaneCourse& course = field.ears[u].is_block ? at_blocks : at_points;
    floats(field.units[u].p) = Floats{} + course.p[u];
    floats(field.units[u].q) = Floats{} + course.q[u];
    floats(field.deltas[u]) = Floats{} + course.delta[u];  // of a point: nobody looks
  }
}

int follow(LaneField& field, Point* list, int n, const LaneCourse& course) {
  int kept = 0;
  for (int i = 0; i < n; ++i) {
    const Point u = list[i];
    const LaneEar& ear = field.ears[u];
    if (course.last[u] < course.number || ear.member) continue;
    list[kept++] = u;
    floats(field.units[u].p) = Floats{} + course.p[u];
    floats(field.units[u].q) = Floats{} + course.q[u];
    const float moved = course.p[u] - course.before[u];
    if (field.all_tell && (moved >= field.stop || -moved >= field.stop)) tell(field, u, kAllLanes);
  }
  return kept;
}

void gains(const LaneField& field, const Point* list, int n, const float* p, const float* q,
           Lane& score, Lane& by, std::array<int32_t, kLanes>& who) {
  Floats sum = floats(score), most = floats(by);
  Ints name;
  __builtin_memcpy(&name, who.data(), sizeof name);
  for (int i = 0; i < n; ++i) {
    const Point u = list[i];
    const LaneUnit& unit = field.units[u];
    float black = 1, white = 1;
    if (field.ears[u].is_block) {
      const LaneBlock& block = field.blocks[u];
      black = block.is_black ? block.size : 0, white = block.is_black ? 0 : block.size;
    }
    const Floats change = floats(unit.p) - p[u];
    sum += black * (floats(unit.q) - q[u]) - white * change;
    const Ints more = (GOKAN_SIZE(change) > GOKAN_SIZE(most)) & ~GOKAN_IN(field.moved_to[u]);
    most = more ? change : most;
    name = more ? Ints{} + int32_t(u) : name;
  }
  floats(score) = sum, floats(by) = most;
  __builtin_memcpy(who.data(), &name, sizeof name);
}

#undef GOKAN_LARGER
#undef GOKAN_SMALLER
#undef GOKAN_SIZE
#undef GOKAN_IN

}  // namespace GOKAN_MACHINE
