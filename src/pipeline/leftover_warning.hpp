// Warns the caller about leftovers of killed runs that were removed.
#ifndef URLSIEVE_PIPELINE_LEFTOVER_WARNING_HPP
#define URLSIEVE_PIPELINE_LEFTOVER_WARNING_HPP

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/extract.hpp"

namespace urlsieve {

// Returns run_monitor::on_warning; empty if there is no monitor.
inline std::function<void(std::string_view)> warning_of(const run_monitor* monitor) {
  return monitor == nullptr ? nullptr : monitor->on_warning;
}

// Returns the warning about the removed leftover `left`.
inline std::string leftover_warning(const std::string& left) {
  return left + " was left behind by a killed run and has been removed";
}

// Calls monitor.on_warning, if set, once for each name in `removed`.
inline void warn_of_leftovers(const std::vector<std::string>& removed, const run_monitor& monitor) {
  if (!monitor.on_warning) return;
  for (const std::string& left : removed) monitor.on_warning(leftover_warning(left));
}

}  // namespace urlsieve

#endif
