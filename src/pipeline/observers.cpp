#include "src/pipeline/observers.hpp"

#include <memory>
#include <utility>

#include "src/pipeline/leftover_warning.hpp"
#include "src/pipeline/monitor_feed.hpp"
#include "src/pipeline/redirects/learnt_redirects.hpp"
#include "src/pipeline/redirects/redirect_file.hpp"
#include "src/pipeline/rejects_file.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

result<run_observers> observers_for(const extract_options& options, const observed_redirects& known,
                                    output& sink, run_monitor& monitor) {
  run_observers all;
  if (options.redirects.learn) all.push_back(std::make_unique<learnt_redirects>(options, known, sink));
  if (result<void> added = add_redirect_file(options, monitor, all); !added)
    return tl::unexpected(std::move(added.error()));
  if (!options.rejects.write_to.empty()) {
    result<rejects_file> file = rejects_file::create(options, monitor);
    if (!file) return tl::unexpected(std::move(file.error()));
    all.push_back(std::make_unique<rejects_file>(std::move(*file)));
  }
  all.push_back(std::make_unique<monitor_feed>(monitor));
  return all;
}

result<void> add_redirect_file(const extract_options& options, run_monitor& monitor,
                               run_observers& observers) {
  if (options.redirects.write_to.empty()) return {};
  result<redirect_file> file = redirect_file::create(options, &monitor.stop);
  if (!file) return tl::unexpected(std::move(file.error()));
  // A resumed run expects leftovers, so they are not reported.
  if (!options.output.resume) warn_of_leftovers(file->removed(), monitor);
  observers.push_back(std::make_unique<redirect_file>(std::move(*file)));
  return {};
}

}  // namespace urlsieve
