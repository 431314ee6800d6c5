// URLs of the files of a mirror on disk, by their paths: "DIR=URL" gives a file below DIR the URL that its
// path has below URL, as wget and httrack lay their mirrors out.
//
//     site=http://a.example/b       site/c/d.html              http://a.example/b/c/d.html
//     site=http://a.example/        site/index.html            http://a.example/
//                                   site/list.php?page=2       http://a.example/list.php?page=2
//                                   site/a b%20c#d 100%.html   http://a.example/a%20b%20c%23d%20100%25.html
//     mirror=https://               mirror/a.example/x.html    https://a.example/x.html
//
// "index.html" is the name that both give to the page of a directory. A "?" in the last part of a path begins
// the query, as wget writes it; escapes stay, and what else no URL may hold is escaped. Of a URL that is a
// scheme alone the host is the first part of the path. What cannot be told from a name stays: the ending that
// wget --adjust-extension adds, "@" for "?" of --restrict-file-names=windows, httrack's names of queries.
#ifndef URLSIEVE_DOCUMENTS_MIRROR_BASES_HPP
#define URLSIEVE_DOCUMENTS_MIRROR_BASES_HPP

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {

// "DIR=URL" taken apart; nothing where it is not of that form. Whether the URL is one is not asked.
struct mirror_base {
  std::string_view directory;
  std::string_view url;
  bool host_in_path = false;  // the URL is "http://" or another scheme alone
};
[[nodiscard]] std::optional<mirror_base> read_mirror_base(std::string_view written);

class mirror_bases {
 public:
  // Those that read_mirror_base() refuses are passed over. Paths that are not absolute are taken from the
  // directory that the process is in.
  explicit mirror_bases(const std::vector<std::string>& written);

  [[nodiscard]] bool empty() const { return all_.empty(); }

  // The URL of the file by that name, or of a member of the archive DIR ("site.zip!c/d.html"); empty: it is
  // below none of the directories. Of several the innermost counts. Valid until the next call.
  std::string_view url_of(std::string_view input);

 private:
  struct base {
    std::string directory;  // absolute, in normal form, without a "/" at its end
    std::string url;
    bool host_in_path;
  };

  std::vector<base> all_;  // longer directories first
  std::string input_;      // the last one asked for, and
  std::string url_;        // its URL
  bool asked_ = false;
};

}  // namespace urlsieve

#endif
