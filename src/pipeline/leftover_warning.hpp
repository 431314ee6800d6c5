// Tells the caller of what runs that were killed had left behind, and is gone now.
#ifndef URLSIEVE_PIPELINE_LEFTOVER_WARNING_HPP
#define URLSIEVE_PIPELINE_LEFTOVER_WARNING_HPP

#include <string>
#include <vector>

#include "urlsieve/extract.hpp"

namespace urlsieve {

inline void warn_of_leftovers(const std::vector<std::string>& removed, const run_monitor& monitor) {
  if (!monitor.on_warning) return;
  for (const std::string& left : removed)
    monitor.on_warning(left + " was left behind by a run that was killed: removed");
}

}  // namespace urlsieve

#endif
