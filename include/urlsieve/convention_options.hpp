// Opt-in normalization: equivalences of URLs that hold only by convention.
#ifndef URLSIEVE_CONVENTION_OPTIONS_HPP
#define URLSIEVE_CONVENTION_OPTIONS_HPP

namespace urlsieve {

struct convention_options {
  bool drop_tracking = false;        // remove parameters that only track the origin of visitors
  bool drop_session_ids = false;     // remove parameters that only identify a session
  bool sort_query = false;           // sort parameters by their bytes
  bool fold_www = false;             // "www.example.com" = "example.com"
  bool fold_index = false;           // "/index.html" = "/"
  bool fold_https = false;           // "http:" = "https:"
  bool fold_amp = false;             // "&amp;" = "&" in queries
  bool drop_empty_params = false;    // remove parameters without a value: "a=", and "" between separators
  bool drop_empty_query = false;     // remove "?" without a query
  bool fold_slash_runs = false;      // "//" = "/" in paths
  bool fold_trailing_slash = false;  // "/a/" = "/a"
  bool fold_path_case = false;       // "/A" = "/a"

  friend bool operator==(const convention_options&, const convention_options&) = default;
  [[nodiscard]] bool any() const { return !(*this == convention_options()); }
};

}  // namespace urlsieve

#endif
