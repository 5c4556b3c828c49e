// Runs every test, or those whose name contains the argument.
#include <cstring>

#include "test.h"

namespace gokan::test {

Diagram::Diagram(const std::string& text) {
  std::vector<std::string> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::string row;
    for (const char c : line)
      if (!std::isspace(static_cast<unsigned char>(c))) row += c;
    if (!row.empty()) rows.push_back(row);
  }
  board = Board(int(rows.at(0).size()), int(rows.size()));
  for (int r = 0; r < board.height(); ++r) {
    if (int(rows[r].size()) != board.width()) throw Failure("ragged diagram:\n" + text);
    for (int c = 0; c < board.width(); ++c) {
      const char cell = rows[r][c];
      const Point p = board.at(c, r);
      if (cell == 'X')
        board.set(p, kBlack);
      else if (cell == 'O')
        board.set(p, kWhite);
      else if (cell >= 'a' && cell <= 'z')
        names_.emplace_back(cell, p);
      else if (cell != '.')
        throw Failure("unknown cell in a diagram:\n" + text);
    }
  }
  if (board.breathless() != kPass) throw Failure("a block without liberties:\n" + text);
}

Point Diagram::operator[](char name) const {
  for (const auto& [letter, point] : names_)
    if (letter == name) return point;
  throw Failure(std::string("no point named ") + name);
}

std::string draw(const Board& board) {
  std::string text;
  for (int r = 0; r < board.height(); ++r) {
    for (int c = 0; c < board.width(); ++c) text += ".XO?"[board.color(board.at(c, r))];
    text += '\n';
  }
  return text;
}

}  // namespace gokan::test

int main(int argc, char** argv) {
  int passed = 0, failed = 0;
  for (const auto& test : gokan::test::cases()) {
    if (argc > 1 && test.name.find(argv[1]) == std::string::npos) continue;
    try {
      test.body();
      ++passed;
    } catch (const std::exception& error) {
      ++failed;
      std::cout << "FAILED " << test.name << ": " << error.what() << '\n';
    }
  }
  std::cout << passed << " passed, " << failed << " failed\n";
  return failed == 0 && passed > 0 ? 0 : 1;
}
