// The file of --write-redirects: "from", a tab, "to" on each line, for every permanent redirect that was seen
// (rfc2396bis-01 section 6.2.4: equivalences that were observed). Each pair once, in the order of its bytes,
// so the file does not depend on the order of the inputs. It is there complete or not at all
// (output_file.hpp). The pairs are held in memory until then.
#ifndef URLSIEVE_PIPELINE_REDIRECT_FILE_HPP
#define URLSIEVE_PIPELINE_REDIRECT_FILE_HPP

#include <atomic>
#include <set>
#include <span>
#include <string>

#include "src/pipeline/batch.hpp"
#include "src/shards/output_file.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class redirect_file {
 public:
  // Fails before anything is read if `path` cannot be written; `stop` as output_file::create() has it.
  [[nodiscard]] static result<redirect_file> create(const std::string& path, const std::atomic<bool>* stop);

  void add(std::span<const redirect> seen);

  // Writes all pairs, and puts the file in its place; what was there is kept until settle().
  [[nodiscard]] result<void> finish();
  void settle() noexcept { file_.settle(); }

  [[nodiscard]] std::string removed() const { return file_.removed(); }

 private:
  redirect_file() = default;

  output_file file_;
  std::set<std::string, std::less<>> lines_;
};

}  // namespace urlsieve

#endif
