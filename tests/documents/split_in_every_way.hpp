// A splitter gives the same slices, counts and damage however its input comes.
#ifndef URLSIEVE_TESTS_DOCUMENTS_SPLIT_IN_EVERY_WAY_HPP
#define URLSIEVE_TESTS_DOCUMENTS_SPLIT_IN_EVERY_WAY_HPP

#include <string_view>

#include "tests/documents/feed.hpp"
#include "tests/same_in_every_way.hpp"

namespace urlsieve::testing {

// A new splitter for each way, made of `options`.
template <class Splitter, class... Options>
fed split_in_every_way(std::string_view input, const Options&... options) {
  return same_in_every_way([&](const way& how) {
    Splitter splitter(options...);
    return feed(splitter, input, how);
  });
}

}  // namespace urlsieve::testing

#endif
