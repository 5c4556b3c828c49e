#include "moves/move_model.h"

#include "convert.h"

using namespace gokan;

namespace {

nb::list scores(MoveModel& model, const Position& position, int last, int second) {
  const Board& board = position.board();
  const Point one = to_point(board, last), two = to_point(board, second);
  std::vector<Point> moves;
  std::vector<float> found;
  {
    const nb::gil_scoped_release release;
    position.for_each_legal(position.to_play(),
                            [&](int i) { moves.push_back(board.geometry().points[size_t(i)]); });
    model.score(board, position.to_play(), one, two, position.move_number(), moves, found);
  }
  nb::list result;
  for (size_t i = 0; i < moves.size(); ++i)
    result.append(nb::make_tuple(to_index(board, moves[i]), double(found[i])));
  return result;
}

MoveModel::Progress train(MoveModel& model, const std::vector<std::string>& games, int every,
                          int offset, double rate, bool patterns) {
  if (every < 1) throw nb::value_error("every must be at least 1");
  MoveModel::Progress progress;
  {
    const nb::gil_scoped_release release;
    progress = model.train(games, every, offset, rate, patterns);
  }
  return progress;
}

}  // namespace

void bind_move_model(nb::module_& m) {
  nb::class_<MoveModel::Progress>(m, "MoveModelProgress")
      .def_ro("positions", &MoveModel::Progress::positions)
      .def_ro("loss", &MoveModel::Progress::loss)
      .def_ro("top1", &MoveModel::Progress::top1);
  nb::class_<MoveModel>(m, "MoveModel")
      .def("__init__", [](MoveModel* self, bool patterns, bool features,
                          bool strength) { new (self) MoveModel({patterns, features, strength}); })
      .def("harvest", &MoveModel::harvest, nb::call_guard<nb::gil_scoped_release>())
      .def("train", &train)
      .def("scores", &scores)
      .def_prop_ro("patterns", &MoveModel::patterns)
      .def_prop_rw("feature_weights", &MoveModel::feature_weights, &MoveModel::set_feature_weights)
      .def("average", &MoveModel::average)
      .def("set_parts", [](MoveModel& model, bool patterns, bool features,
                           bool strength) { model.set_parts({patterns, features, strength}); })
      .def("save",
           [](const MoveModel& model) {
             const std::string bytes = model.save();
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def("load", [](MoveModel& model, const nb::bytes& bytes) {
        model.load(std::string(bytes.c_str(), bytes.size()));
      });
}
