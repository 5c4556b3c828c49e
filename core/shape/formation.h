// What a move would form: the class elements it begins, ends and furthers, as keys.
//
// Everything is said in elements of levels 1 and 2 and their order in time: the ties (see ties.h)
// that a stone on a point would have with other stones and the edge, those it would end, the blocks
// it would join, put in atari or take off, and formations of several ties that overlap on the new
// stone or on one it is tied to. A formation of level 2 has the same key in all eight orientations
// and for both colours. It says what is there; what is not there it cannot say, so that no key
// amounts to a window of stones (except where `windows` asks for that).
// Time is the age of a tie's other stone: how many moves ago it was played.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "shape/steps.h"
#include "shape/ties.h"

namespace gokan::shape {

struct FormationParts {
  bool level2 = true;     // formations, not single elements only
  bool time = true;       // ages of stones
  bool shuffled = false;  // ages dealt out at random among the stones (an ablation)
  bool windows = false;   // all ties of the new stone as one thing, which amounts to a window of
                          // stones (an ablation: what is lost by leaving it out)
};

// What a key stands for; the numbers go to Python.
enum class Form : uint8_t {
  kTie,        // begins a tie: kind, own or enemy, liberties, age
  kEdge,       // begins a tie with the edge: distance
  kEnds,       // ends a tie: kind, whose, age
  kTakes,      // takes stones off: how many, age
  kSaves,      // joins an own block in atari: liberties then, its stones
  kThreatens,  // leaves an enemy block with so many liberties: stones, age
  kBreath,     // the new block: liberties, stones
  kStar,       // all ties of the new stone up to a distance, and no others: ring, variant
  kCluster,    // the same with the ties of the other stones: ring
  kTriple,     // two ties and what joins their other stones
  kBreach,     // a tie begun and one ended
  kSet,        // two to four ties that overlap on the new stone, whatever else is there: how many,
               // variant
  kChain,      // a tie, and one of its other stone with a stone or the edge
  kFurthers,   // the next step of a learned class: number, age
  kDisrupts,   // the opponent's next step of a learned class would be here: number, age
};

struct FoundForm {
  uint32_t key;
  Form form;
  uint8_t level;
  std::array<int16_t, 4> what;
  std::array<int16_t, 2> where;  // points of other stones, or -1
};

constexpr int kNeverPlayed = 1000;  // the age of a stone that was set up
int age_class(int age);             // 0..7

class FormationReader {
 public:
  explicit FormationReader(FormationParts parts = {}) : parts_(parts) {}
  const FormationParts& parts() const { return parts_; }
  // The learned classes whose next steps are keys too.
  void know(const std::vector<FormationCode>& codes) { steps_ = StepFinder(codes); }
  const std::vector<FormationCode>& known() const { return steps_.codes(); }
  // All keys that next steps of these classes can have.
  std::vector<uint32_t> step_keys() const;

  // `ages` has a number for each point: moves since the stone there was played, 0 for the last.
  void look(const Board& board, Color mover, const std::vector<int>& ages);
  // Calls sink(FoundForm) -> bool for all keys of a move; where it answers false to a formation,
  // larger ones of the same kind are left out.
  template <class Sink>
  void read(int point, Sink&& sink) const;

  const TieBoard& ties() const { return ties_; }

 private:
  struct Seen {  // a tie with what is known of its stone
    uint8_t shape, kind, gaps, enemy, breath, size, age;
    int16_t other;
    uint32_t label;
  };
  static constexpr int kRings = kTieKinds;
  using Star = std::array<uint64_t, 8>;

  uint64_t star_key(const Star& star, uint64_t variant) const;
  uint32_t label_of(int cell) const;
  void gather(int cell, std::vector<Seen>& out) const;
  template <class Sink>
  void singles(int cell, const std::vector<Seen>& seen, Sink& sink) const;
  template <class Sink>
  void blocks(int cell, Sink& sink) const;
  template <class Sink>
  void stars(int cell, const std::vector<Seen>& seen, Sink& sink) const;
  template <class Sink>
  void sets(int cell, const std::vector<Seen>& seen, Sink& sink) const;
  template <class Sink>
  void next_steps(int cell, Sink& sink) const;
  template <class Sink>
  void chains(const std::vector<Seen>& seen, Sink& sink) const;
  template <class Sink>
  void triples(int cell, const std::vector<Seen>& seen, Sink& sink) const;
  int liberties_after(int cell, int& stones, int& taken, int& taken_age, int& saved) const;

  FormationParts parts_;
  StepFinder steps_;
  TieBoard ties_;
  const Board* board_ = nullptr;
  Color mover_ = kBlack;
  std::array<int, TieBoard::kCells> age_;
  std::array<uint8_t, TieBoard::kCells> breath_, size_;
  uint64_t looks_ = 0;
  mutable std::array<uint64_t, TieBoard::kCells> labelled_{};
  mutable std::array<uint32_t, TieBoard::kCells> label_;
};

}  // namespace gokan::shape

#include "shape/formation_read.h"
