// Checks that slices, counts and damage of a splitter do not depend on delivery.
#ifndef URLSIEVE_TESTS_DOCUMENTS_SPLIT_IN_EVERY_WAY_HPP
#define URLSIEVE_TESTS_DOCUMENTS_SPLIT_IN_EVERY_WAY_HPP

#include <string_view>

#include "tests/documents/feed.hpp"
#include "tests/same_in_every_way.hpp"

namespace urlsieve::testing {

// Constructs a splitter with `options` for each delivery.
template <class Splitter, class... Options>
fed split_in_every_way(std::string_view input, const Options&... options) {
  return same_in_every_way([&](const way& how) {
    Splitter splitter(options...);
    return feed(splitter, input, how);
  });
}

}  // namespace urlsieve::testing

#endif
