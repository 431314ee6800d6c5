// Rivals at parsing, normalizing and resolving URLs, behind one interface; ours is one of them. Each is asked
// untimed what it answers, and has to agree with ours, before it is timed.
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

  // Finds the components; returns a number that depends on them.
  [[nodiscard]] virtual std::size_t parse(const std::string& url) = 0;

  // Untimed: scheme, userinfo, host, port, path, query and fragment, in a line each; "" where it refuses.
  [[nodiscard]] virtual std::string components(const std::string& url) = 0;

  // Writes what the library calls the normal form to `out`, which is reused; false: refused.
  virtual bool normalize(const std::string& url, std::string& out) = 0;

  // Parses a base and keeps it: its number from 0, or nothing where it is refused.
  [[nodiscard]] virtual std::optional<std::size_t> keep_base(const std::string& base) = 0;

  // Writes the target of `reference` against a base that was kept to `out`; false: refused. What of it is
  // normalized is each library's own affair.
  virtual bool resolve(std::size_t base, const std::string& reference, std::string& out) = 0;
};

using url_libraries = std::vector<std::unique_ptr<url_library>>;

// Each adds its library. The bench is built with those that the machine has.
void add_urlsieve(url_libraries& all);
void add_boost_url(url_libraries& all);
void add_uriparser(url_libraries& all);
void add_curl(url_libraries& all);

}  // namespace urlsieve::bench

#endif
