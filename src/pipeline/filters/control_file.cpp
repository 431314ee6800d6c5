#include "src/pipeline/filters/control_file.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <system_error>
#include <utility>

#include "src/input/byte_source.hpp"
#include "src/input/lists/list_source.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

result<void> read_control_file(const std::string& path, std::string_view begin, const std::atomic<bool>* stop,
                               const std::function<result<void>(std::string_view)>& take) {
  constexpr std::size_t piece = std::size_t{256} << 10U;
  stats counted;
  const auto fail = [&](error_code code, const std::string& why) {
    return tl::unexpected(error{code, std::string(begin).append(path).append(": ").append(why)});
  };
  const auto fault = [&counted] {
    const damage_example& first = counted.examples.front();
    return first.detail.empty() ? std::string(name_of(first.reason)) : first.detail;
  };
  std::unique_ptr<byte_source> source = byte_source::open(path, counted, stop);
  if (!source) return fail(error_code::cannot_open, counted.examples.empty() ? "it is not there" : fault());
  source = as_list(std::move(source));
  std::string buffer(piece, '\0');
  for (std::size_t got = 1; got != 0;) {
    got = source->read(std::span(buffer.data(), buffer.size()), counted);
    if (stop != nullptr && *stop) return tl::unexpected(error{error_code::interrupted, "interrupted"});
    if (got == 0 && source->exhaustion() != 0)
      return fail(error_code::cannot_read, std::system_category().message(source->exhaustion()));
    if (!counted.examples.empty()) return fail(error_code::cannot_read, fault());
    if (result<void> status = take(std::string_view(buffer).substr(0, got)); !status) return status;
  }
  return {};
}

}  // namespace urlsieve
