// Helpers of all functions in urlsieve.h: the options handle, and the conversion of errors to codes.
#ifndef URLSIEVE_C_API_HANDLES_HPP
#define URLSIEVE_C_API_HANDLES_HPP

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve.h"
#include "urlsieve/urlsieve.hpp"

struct urlsieve_options {
  urlsieve::extract_options chosen;
  std::multimap<std::string, std::string, std::less<>> given;  // all values that were set, in order
};

namespace urlsieve::c_api {

inline int code_of(error_code code) {
  return static_cast<int>(code) + 1;
}
static_assert(static_cast<int>(error_code::usage) + 1 == URLSIEVE_USAGE);
static_assert(static_cast<int>(error_code::invalid_url) + 1 == URLSIEVE_INVALID_URL);

// Stores the code and the message in `error`, which may be null. Returns the code.
inline int report(urlsieve_error* error, int code, std::string_view why) {
  if (error == nullptr) return code;
  error->code = code;
  const std::size_t size = std::min(why.size(), sizeof(error->message) - 1);
  if (size != 0) std::memcpy(error->message, why.data(), size);
  error->message[size] = '\0';
  return code;
}

inline int report(urlsieve_error* error, const urlsieve::error& failed) {
  return report(error, code_of(failed.code), failed.message);
}

// Runs `step` and returns its code; converts exceptions to codes.
template <class Step>
int guarded(urlsieve_error* error, const Step& step) {
  try {
    return step();
  } catch (const std::bad_alloc&) {
    return report(error, URLSIEVE_OUT_OF_MEMORY, "out of memory");
  } catch (const std::exception& failed) {
    return report(error, URLSIEVE_INTERNAL, failed.what());
  } catch (...) {
    return report(error, URLSIEVE_INTERNAL, "something was thrown");
  }
}

// Returns the handle that `make` creates, or NULL after an error.
template <class Handle, class Make>
Handle* make_handle(urlsieve_error* error, const Make& make) {
  Handle* handle = nullptr;
  guarded(error, [&] {
    result<std::unique_ptr<Handle>> ready = make();
    if (!ready) return report(error, ready.error());
    handle = ready->release();
    return report(error, URLSIEVE_OK, {});
  });
  return handle;
}

inline extract_options options_of(const urlsieve_options* options) {
  return options == nullptr ? extract_options() : options->chosen;
}

inline bool is_given(const urlsieve_options* options, std::string_view word) {
  return options != nullptr && options->given.contains(word);
}

inline std::vector<std::string> list_of(const char* const* texts, std::size_t count) {
  return {texts, texts + count};
}

// Returns the error, if any, that names an option that was set and is not in `words`.
inline result<void> check_given(const urlsieve_options* options, std::string_view function,
                                std::span<const std::string_view> words) {
  if (options == nullptr) return {};
  for (const auto& [name, value] : options->given)
    if (std::find(words.begin(), words.end(), name) == words.end())
      return tl::unexpected(
          error{error_code::usage, std::string(function) + " has no option \"" + name + "\""});
  return {};
}

}  // namespace urlsieve::c_api

#endif
