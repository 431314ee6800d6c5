// The rows of a state (update_state.hpp) that limit the rows of its next layer.
#ifndef URLSIEVE_PIPELINE_STATE_ROWS_HPP
#define URLSIEVE_PIPELINE_STATE_ROWS_HPP

#include <cstdint>
#include <functional>
#include <string_view>

#include "src/shards/seen_filter.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

struct state_rows {
  seen_directories layers;  // empty: there is no state
  using url_consumer = std::function<bool(std::string_view url)>;
  // Passes each distinct URL of the state to `take` until `take` returns false, in about `memory` bytes.
  // Empty: there is no state.
  std::function<result<void>(const url_consumer& take, std::uint64_t memory)> each_url;
};

}  // namespace urlsieve

#endif
