// The functions of urlsieve.h on sets of seen URLs.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/c_api/handles.hpp"
#include "urlsieve.h"
#include "urlsieve/seen_set.hpp"

using namespace urlsieve;
using namespace urlsieve::c_api;

struct urlsieve_seen_set {
  seen_set urls;
  std::vector<std::string_view> references;
  std::vector<urlsieve_text> added;
};

namespace {

int report_flush(const result<seen_set_summary>& done, uint64_t* added, urlsieve_error* error) {
  if (!done) return report(error, done.error());
  if (added != nullptr) *added = done->added;
  return report(error, URLSIEVE_OK, {});
}

}  // namespace

extern "C" {

urlsieve_seen_set* urlsieve_seen_set_open(const urlsieve_options* options, const char* state,
                                          urlsieve_error* error) {
  return make_handle<urlsieve_seen_set>(error, [&]() -> result<std::unique_ptr<urlsieve_seen_set>> {
    if (result<void> checked = check_given(options, "a seen_set", names_of_seen_set_options()); !checked)
      return tl::unexpected(std::move(checked.error()));
    seen_set_options chosen;
    chosen.state = state == nullptr ? "" : state;
    chosen.run = options_of(options);
    chosen.is_given = [options](std::string_view word) { return is_given(options, word); };
    result<seen_set> opened = seen_set::open(chosen);
    if (!opened) return tl::unexpected(std::move(opened.error()));
    return std::make_unique<urlsieve_seen_set>(urlsieve_seen_set{std::move(*opened), {}, {}});
  });
}

void urlsieve_seen_set_free(urlsieve_seen_set* set) {
  delete set;
}

int urlsieve_seen_set_insert(urlsieve_seen_set* set, const urlsieve_text* references, size_t count,
                             const urlsieve_text** added, size_t* added_count, urlsieve_error* error) {
  *added = nullptr;
  *added_count = 0;
  return guarded(error, [&] {
    set->references.clear();
    for (size_t i = 0; i != count; ++i)
      set->references.emplace_back(references[i].bytes == nullptr ? "" : references[i].bytes,
                                   references[i].size);
    const result<new_urls> inserted = set->urls.insert(set->references);
    if (!inserted) return report(error, inserted.error());
    set->added.clear();
    for (const std::string_view url : inserted->urls) set->added.push_back({url.data(), url.size()});
    *added = set->added.data();
    *added_count = set->added.size();
    return report(error, URLSIEVE_OK, {});
  });
}

int urlsieve_seen_set_contains(urlsieve_seen_set* set, const char* reference, size_t size, int* contains,
                               urlsieve_error* error) {
  return guarded(error, [&] {
    const result<bool> found = set->urls.contains({reference == nullptr ? "" : reference, size});
    if (!found) return report(error, found.error());
    *contains = *found ? 1 : 0;
    return report(error, URLSIEVE_OK, {});
  });
}

int urlsieve_seen_set_flush(urlsieve_seen_set* set, uint64_t* added, urlsieve_error* error) {
  return guarded(error, [&] { return report_flush(set->urls.flush(), added, error); });
}

int urlsieve_seen_set_close(urlsieve_seen_set* set, uint64_t* added, urlsieve_error* error) {
  return guarded(error, [&] { return report_flush(set->urls.close(), added, error); });
}

}  // extern "C"
