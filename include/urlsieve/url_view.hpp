// Parsing of a URL into its components. A URL is a string plus 32-bit offsets of its components:
//
//   https://user:pass@example.com:1234/foo/bar?baz#quux
//        |  |        ||          |    |       |   |    |
//        |  |        ||          |    |       |   |    `-- size
//        |  |        ||          |    |       |   `------- fragment     (the "#", or omitted)
//        |  |        ||          |    |       `----------- query        (the "?", or omitted)
//        |  |        ||          |    `------------------- path         (never omitted, may be empty)
//        |  |        ||          `------------------------ port         (the ":", or omitted)
//        |  |        |`----------------------------------- host
//        |  |        `------------------------------------ userinfo_end (the "@", or omitted)
//        |  `--------------------------------------------- authority    (after the "//", or omitted)
//        `------------------------------------------------ scheme_end   (the ":", or omitted)
//
// An omitted component is undefined, which differs from empty (rfc2396bis-01 section 5.2).
#ifndef URLSIEVE_URL_VIEW_HPP
#define URLSIEVE_URL_VIEW_HPP

#include <cstdint>
#include <string_view>

namespace urlsieve {

struct url_offsets {
  static constexpr std::uint32_t omitted = 0xFFFFFFFF;

  std::uint32_t scheme_end = omitted;
  std::uint32_t authority = omitted;
  std::uint32_t userinfo_end = omitted;
  std::uint32_t host = 0;  // meaningless without an authority
  std::uint32_t port = omitted;
  std::uint32_t path = 0;
  std::uint32_t query = omitted;
  std::uint32_t fragment = omitted;
  std::uint32_t size = 0;

  friend bool operator==(const url_offsets&, const url_offsets&) = default;
};

// A non-owning view of a URL and its components. An undefined component is returned as an empty view;
// has_...() distinguishes undefined from empty.
class url_view {
 public:
  constexpr url_view() = default;

  // Parses `text` (see parse()). Requires: `text` is shorter than 4 GiB.
  [[nodiscard]] static url_view of(std::string_view text);

  // Returns a view with known offsets. Requires: `offsets` are the result of parse() on the same bytes.
  [[nodiscard]] static constexpr url_view at(const char* bytes, const url_offsets& offsets) {
    return {bytes, offsets};
  }

  [[nodiscard]] constexpr const url_offsets& offsets() const { return at_; }
  [[nodiscard]] constexpr std::string_view whole() const { return {bytes_, at_.size}; }

  [[nodiscard]] constexpr bool has_scheme() const { return at_.scheme_end != url_offsets::omitted; }
  [[nodiscard]] constexpr bool has_authority() const { return at_.authority != url_offsets::omitted; }
  [[nodiscard]] constexpr bool has_userinfo() const { return at_.userinfo_end != url_offsets::omitted; }
  [[nodiscard]] constexpr bool has_port() const { return at_.port != url_offsets::omitted; }
  [[nodiscard]] constexpr bool has_query() const { return at_.query != url_offsets::omitted; }
  [[nodiscard]] constexpr bool has_fragment() const { return at_.fragment != url_offsets::omitted; }

  [[nodiscard]] constexpr std::string_view scheme() const {
    return has_scheme() ? between(0, at_.scheme_end) : std::string_view();
  }
  [[nodiscard]] constexpr std::string_view authority() const {
    return has_authority() ? between(at_.authority, at_.path) : std::string_view();
  }
  [[nodiscard]] constexpr std::string_view userinfo() const {
    return has_userinfo() ? between(at_.authority, at_.userinfo_end) : std::string_view();
  }
  [[nodiscard]] constexpr std::string_view host() const {
    return has_authority() ? between(at_.host, has_port() ? at_.port : at_.path) : std::string_view();
  }
  [[nodiscard]] constexpr std::string_view port() const {
    return has_port() ? between(at_.port + 1, at_.path) : std::string_view();
  }
  [[nodiscard]] constexpr std::string_view path() const { return between(at_.path, path_end()); }
  [[nodiscard]] constexpr std::string_view query() const {
    return has_query() ? between(at_.query + 1, query_end()) : std::string_view();
  }
  [[nodiscard]] constexpr std::string_view fragment() const {
    return has_fragment() ? between(at_.fragment + 1, at_.size) : std::string_view();
  }

 private:
  constexpr url_view(const char* bytes, const url_offsets& offsets) : bytes_(bytes), at_(offsets) {}

  [[nodiscard]] constexpr std::uint32_t query_end() const { return has_fragment() ? at_.fragment : at_.size; }
  [[nodiscard]] constexpr std::uint32_t path_end() const { return has_query() ? at_.query : query_end(); }
  [[nodiscard]] constexpr std::string_view between(std::uint32_t first, std::uint32_t last) const {
    return {bytes_ + first, last - first};
  }

  const char* bytes_ = "";
  url_offsets at_;
};

// Returns the components of `reference`. Every string parses (rfc2396bis-01 Appendix B). The text before the
// first ":" is a scheme only if it has the syntax of a scheme; otherwise the reference is relative. Repairs
// and validates nothing. Requires: `reference` is shorter than 4 GiB.
[[nodiscard]] url_offsets parse(std::string_view reference);

}  // namespace urlsieve

#endif
