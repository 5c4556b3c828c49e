// Between Python's points (row * width + column from the top left, -1 for a pass) and the core's.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "go/position.h"

namespace nb = nanobind;

namespace gokan {

constexpr int kPyPass = -1;

inline Point to_point(const Board& board, int index) {
  if (index == kPyPass) return kPass;
  if (index < 0 || index >= board.geometry().count)
    throw nb::index_error("that point is not on the board");
  return board.geometry().points[index];
}

inline int to_index(const Board& board, Point p) {
  return p == kPass ? kPyPass : board.geometry().index[p];
}

// One Python int per point, made once: lists of points then cost a reference each.
inline PyObject* const* point_objects() {
  static PyObject** objects = [] {
    auto** made = new PyObject*[kMaxOnBoard];
    for (int i = 0; i < kMaxOnBoard; ++i) made[i] = PyLong_FromLong(i);
    return made;
  }();
  return objects;
}

inline PyObject* point_object(int index) {
  PyObject* object = point_objects()[index];
  Py_INCREF(object);
  return object;
}

// Numbers as Python's numpy reads them.
template <class T>
nb::bytes as_bytes(const std::vector<T>& values) {
  return nb::bytes(values.data(), values.size() * sizeof(T));
}

template <class Range>
nb::tuple index_tuple(const Board& board, const Range& points) {
  PyObject* tuple = PyTuple_New(Py_ssize_t(points.size()));
  Py_ssize_t i = 0;
  for (const Point p : points) PyTuple_SET_ITEM(tuple, i++, point_object(to_index(board, p)));
  return nb::steal<nb::tuple>(tuple);
}

inline Color to_side(int color) {
  if (color != kBlack && color != kWhite) throw nb::value_error("a side is 1 (black) or 2 (white)");
  return Color(color);
}

inline Point to_stone(const Board& board, int index) {
  const Point p = to_point(board, index);
  if (!board.is_stone(p)) throw nb::value_error("there is no stone on that point");
  return p;
}

}  // namespace gokan
