// Work of the library in a thread of its own, while Python's own thread waits for it without the
// interpreter's lock and listens to signals: KeyboardInterrupt stops the work.
#ifndef URLSIEVE_PYTHON_WAITING_HPP
#define URLSIEVE_PYTHON_WAITING_HPP

#include <chrono>
#include <future>
#include <utility>

#include "src/python/binding.hpp"
#include "urlsieve/extract.hpp"

namespace urlsieve::python {

inline constexpr std::chrono::milliseconds between_signals{50};

// What `work` gives; `monitor` is the one that it looks at.
template <class Work>
auto wait_for(run_monitor& monitor, const Work& work) {
  auto done = std::async(std::launch::async, work);
  bool interrupted = false;
  while (true) {
    {
      const py::gil_scoped_release free;
      if (done.wait_for(between_signals) == std::future_status::ready) break;
    }
    if (!interrupted && PyErr_CheckSignals() != 0) {
      interrupted = true;
      monitor.stop = true;
    }
  }
  if (interrupted) throw py::error_already_set();
  return done.get();
}

}  // namespace urlsieve::python

#endif
