#include <string>
#include <utility>
#include <vector>

#include "src/dedup/observed_redirects.hpp"
#include "src/pipeline/redirects/followed_redirects.hpp"
#include "src/pipeline/redirects/redirect_reader.hpp"
#include "urlsieve/redirects.hpp"

namespace urlsieve {

struct known_redirects::loaded {
  std::unique_ptr<observed_redirects> found;
  stats counted;
  std::vector<std::string> removed;
};

result<known_redirects> known_redirects::load(const url_options& options, const redirect_options& redirects,
                                              std::uint64_t memory, const std::string& temporary) {
  auto redirects_read = std::make_shared<loaded>();
  if (!redirects.read_from.empty()) redirects_read->removed = remove_left_redirects(temporary);
  redirects_read->found = new_redirects(memory, temporary);
  if (result<void> read = load_redirects(options, redirects, *redirects_read->found, redirects_read->counted);
      !read)
    return tl::unexpected(std::move(read.error()));
  known_redirects handle;
  handle.loaded_ = std::move(redirects_read);
  return handle;
}

bool known_redirects::empty() const {
  return !loaded_ || loaded_->found->empty();
}

std::string_view known_redirects::find(std::string_view url, std::string& buffer) const {
  return empty() ? std::string_view{} : loaded_->found->find_inheriting(url, buffer);
}

result<void> known_redirects::state() const {
  return loaded_ ? loaded_->found->state() : result<void>{};
}

const stats& known_redirects::counted() const {
  static const stats nothing;
  return loaded_ ? loaded_->counted : nothing;
}

const std::vector<std::string>& known_redirects::removed() const {
  static const std::vector<std::string> nothing;
  return loaded_ ? loaded_->removed : nothing;
}

const observed_redirects* known_redirects::table() const {
  return loaded_ ? loaded_->found.get() : nullptr;
}

}  // namespace urlsieve
