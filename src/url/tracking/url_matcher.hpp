// Conditions on URLs: hosts, a label of the host, and an expression.
#ifndef URLSIEVE_URL_TRACKING_URL_MATCHER_HPP
#define URLSIEVE_URL_TRACKING_URL_MATCHER_HPP

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/text/pattern.hpp"

namespace urlsieve {

// A URL with its host in lower case. The URL must outlive this object.
class url_to_match {
 public:
  url_to_match(std::string_view url, std::string_view host);

  [[nodiscard]] std::string_view url() const { return url_; }
  // Returns the host; empty if the host is longer than a name of DNS can be.
  [[nodiscard]] std::string_view host() const { return {host_.data(), host_size_}; }

 private:
  std::string_view url_;
  std::array<char, 256> host_;
  std::size_t host_size_ = 0;
};

// A host in lower case, alone or with all names below the host.
struct host_rule {
  std::string host;
  bool with_names_below = true;

  [[nodiscard]] bool matches(std::string_view other) const;
};

// Matches if all conditions hold.
struct url_matcher {
  std::vector<host_rule> hosts;       // one of these; empty: any host
  std::vector<host_rule> not_hosts;   // none of these
  std::string label;                  // a label of the host; empty: any host
  std::optional<pattern> expression;  // occurs in the URL

  [[nodiscard]] bool matches(const url_to_match& url) const;

  // Returns true if the matcher selects URLs by literal hosts or by a label.
  [[nodiscard]] bool has_key() const { return !hosts.empty() || !label.empty(); }
};

// Returns a label, in lower case, that the host of every matching URL has, if `expression` begins with a web
// scheme and names such a label: "example" for "^https?://(?:[a-z0-9-]+\.)*?example\.com". Returns an empty
// text if the expression names no label.
[[nodiscard]] std::string label_in_expression(std::string_view expression);

// Returns true only if every text in which `expression` occurs has a "?". May return false for such an
// expression, too.
[[nodiscard]] bool requires_question_mark(std::string_view expression);

}  // namespace urlsieve

#endif
