// Runs library work in a separate thread while the calling Python thread waits without the GIL and checks for
// signals. KeyboardInterrupt stops the work.
#ifndef URLSIEVE_PYTHON_WAITING_HPP
#define URLSIEVE_PYTHON_WAITING_HPP

#include <chrono>
#include <future>
#include <utility>

#include "src/python/binding.hpp"
#include "urlsieve/extract.hpp"

namespace urlsieve::python {

inline constexpr std::chrono::milliseconds between_signals{50};

// Runs `work` and returns its result. After a signal, sets monitor.stop, waits for `work`, and throws the
// Python exception. Rethrows an exception of `work`, and throws std::system_error if no thread can be
// started. Requires: the caller holds the GIL, `work` uses no Python objects, and `work` observes `monitor`.
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
