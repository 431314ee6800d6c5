// Interface of libraries that parse, normalize and resolve URLs, urlsieve among them. The results of a
// library must agree with urlsieve's results before the library is timed.
#ifndef URLSIEVE_BENCH_RIVALS_URL_LIBRARY_HPP
#define URLSIEVE_BENCH_RIVALS_URL_LIBRARY_HPP

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve::bench {

class url_library {
 public:
  virtual ~url_library() = default;
  [[nodiscard]] virtual std::string name() const = 0;

  // Splits the URL and returns a number that depends on all components.
  [[nodiscard]] virtual std::size_t parse(const std::string& url) = 0;

  // Returns scheme, userinfo, host, port, path, query and fragment, one per line; "" if rejected. Not timed.
  [[nodiscard]] virtual std::string components(const std::string& url) = 0;

  // Writes the library's normal form to the reused buffer `out`. Returns false if the URL is rejected.
  virtual bool normalize(const std::string& url, std::string& out) = 0;

  // Parses and keeps a base. Returns its number from 0, or nullopt if the base is rejected.
  [[nodiscard]] virtual std::optional<std::size_t> keep_base(const std::string& base) = 0;

  // Writes the target of `reference` against a kept base to `out`. Returns false if the reference is
  // rejected. Each library normalizes the target by its own rules.
  virtual bool resolve(std::size_t base, const std::string& reference, std::string& out) = 0;
};

using url_libraries = std::vector<std::unique_ptr<url_library>>;

// Each function adds a library. The benchmark is built with the libraries that the machine has.
void add_urlsieve(url_libraries& all);
void add_boost_url(url_libraries& all);
void add_uriparser(url_libraries& all);
void add_curl(url_libraries& all);

}  // namespace urlsieve::bench

#endif
