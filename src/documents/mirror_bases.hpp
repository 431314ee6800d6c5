// Maps files of a mirror on disk to their URLs: "DIR=URL" gives a file below DIR the URL with the same path
// below URL. This is the layout of wget and httrack.
//
//     site=http://a.example/b       site/c/d.html              http://a.example/b/c/d.html
//     site=http://a.example/        site/index.html            http://a.example/
//                                   site/list.php?page=2       http://a.example/list.php?page=2
//                                   site/a b%20c#d 100%.html   http://a.example/a%20b%20c%23d%20100%25.html
//     mirror=https://               mirror/a.example/x.html    https://a.example/x.html
//
// "index.html" maps to its directory. A "?" in the last path segment begins the query, as wget writes it.
// Existing escapes stay; other bytes that a URL cannot hold are percent-encoded. If URL is only a scheme, the
// first path segment is the host. Changes that a name does not reveal stay: the extension added by wget
// --adjust-extension, the "@" for "?" of --restrict-file-names=windows, and httrack's names for queries.
#ifndef URLSIEVE_DOCUMENTS_MIRROR_BASES_HPP
#define URLSIEVE_DOCUMENTS_MIRROR_BASES_HPP

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {

// The parts of "DIR=URL".
struct mirror_base {
  std::string_view directory;
  std::string_view url;
  bool host_in_path = false;  // URL is only a scheme, such as "http://"
};
// Splits `written`; returns nullopt if the form is not DIR=URL or URL has a query or fragment. Does not check
// that the URL is valid.
[[nodiscard]] std::optional<mirror_base> read_mirror_base(std::string_view written);

// Maps names of inputs to URLs. One thread at a time may use an object.
class mirror_bases {
 public:
  // Ignores values that read_mirror_base() refuses. Relative directories start at the current directory.
  explicit mirror_bases(const std::vector<std::string>& written);

  [[nodiscard]] bool empty() const { return all_.empty(); }

  // Returns the URL of the file `input`, or of a member of the archive DIR ("site.zip!c/d.html"). Returns an
  // empty view if no directory contains the file. The innermost directory decides. The view is valid until
  // the next call.
  std::string_view url_of(std::string_view input);

 private:
  struct base {
    std::string directory;  // absolute, normalized, without a trailing "/"
    std::string url;
    bool host_in_path;
  };

  std::vector<base> all_;  // longest directory first
  std::string input_;      // argument of the last call
  std::string url_;        // result of the last call
  bool has_input_ = false;
};

}  // namespace urlsieve

#endif
