// The file of --write-redirects: "from", a tab, "to" on each line, for every permanent redirect that was seen
// (rfc2396bis-01 section 6.2.4: equivalences that were observed). Each pair once, in the order of its bytes,
// so the file does not depend on the order of the inputs. It is there complete or not at all: it is written
// beside its place under a hidden name and renamed. The pairs are held in memory until then.
#ifndef URLSIEVE_PIPELINE_REDIRECT_FILE_HPP
#define URLSIEVE_PIPELINE_REDIRECT_FILE_HPP

#include <set>
#include <span>
#include <string>
#include <utility>

#include "src/pipeline/batch.hpp"
#include "src/shards/durable_file.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class redirect_file {
 public:
  // Fails before anything is read if `path` cannot be written.
  [[nodiscard]] static result<redirect_file> create(const std::string& path);

  redirect_file(redirect_file&& other) noexcept
      : path_(std::move(other.path_)),
        hidden_(std::exchange(other.hidden_, {})),
        file_(std::move(other.file_)),
        lines_(std::move(other.lines_)) {}
  redirect_file& operator=(redirect_file&&) = delete;
  ~redirect_file();  // removes what was not finished

  void add(std::span<const redirect> seen);
  [[nodiscard]] result<void> finish();

 private:
  redirect_file() = default;

  std::string path_;
  std::string hidden_;  // empty: there is no such file (any more)
  durable_file file_;
  std::set<std::string, std::less<>> lines_;
};

}  // namespace urlsieve

#endif
