// What a proof of a capture or a connection depends on: rules for building relevance zones.
//
// A zone holds every point that the proof plays on, every block it captures with all neighbours,
// and for each block of the winner that touches it two liberties, or its only one. A move of the
// loser outside changes nothing.
#pragma once

#include "go/board.h"
#include "reading/tactics/zone.h"

namespace gokan::relevance {

// The stones of a block and all their neighbours.
void add_block(const Board& board, Point p, Zone& zone);
// What a move by c on p would take off, all around it; and the neighbours of p, for the ko.
void add_captured(const Board& board, Point p, Color c, Zone& zone);
// That c may not play on p: the neighbours of the block it would make.
void add_barred(const Board& board, Point p, Color c, Zone& zone);
// Gives every block of c in the zone two liberties in it, or its only one.
void close(const Board& board, Color c, Zone& zone);

}  // namespace gokan::relevance
