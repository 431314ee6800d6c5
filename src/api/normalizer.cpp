#include "urlsieve/normalizer.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "src/url/normalize/base.hpp"
#include "src/url/normalize/canonical.hpp"

namespace urlsieve {

void normalized_urls::grow(std::size_t size) {
  const std::size_t used = offsets_.back();
  const std::size_t wider = std::max(2 * capacity_, used + size);
  auto larger = std::make_unique_for_overwrite<char[]>(wider);
  if (used != 0) std::memcpy(larger.get(), bytes_.get(), used);
  bytes_ = std::move(larger);
  capacity_ = wider;
}

class normalizer::inner {
 public:
  inner(const url_options& options, known_redirects known)
      : options_(options),
        canonical_(options),
        known_(std::move(known)),
        follows_(options.ladder == rung::protocol && !known_.empty()) {}

  bool set_base(std::string_view base) {
    fitting_ = 0;
    named_.clear();
    base_.emplace();
    if (base.empty() || !base_->assign(base, options_, opaque_base_policy::resolve_all)) {
      base_.reset();
      return base.empty();
    }
    named_ = base;
    return true;
  }

  outcome normalize(std::string_view reference) {
    if (reference.size() >= fitting_ && !free_memory(reference.size())) [[unlikely]]
      return {{}, rejection::too_long};
    const canonical_url normal_form = write(reference, place_.get());
    std::string_view url(place_.get(), normal_form.size);
    if (follows_ && normal_form.size != 0) url = redirected(url);
    return {url, normal_form.rejected, normal_form.repairs, normal_form.flags};
  }

  outcome normalize(std::string_view reference, std::string_view base) {
    if (base != named_ && !set_base(base)) return {{}, rejection::no_base};
    return normalize(reference);
  }

  void add(std::string_view reference, normalized_urls& out) {
    if (reference.size() > options_.max_url) return out.add(0, rejection::too_long);
    char* const place = out.reserve(canonicalizer::capacity_for(reference.size(), base()));
    const canonical_url normal_form = write(reference, place);
    if (follows_ && normal_form.size != 0) return add_redirected({place, normal_form.size}, out);
    out.add(normal_form.size, normal_form.rejected);
  }

  [[nodiscard]] result<void> state() const { return known_.state(); }

 private:
  static constexpr std::size_t min_capacity = 256;

  // Returns false if `size` exceeds max_url.
  bool free_memory(std::size_t size) {
    if (size > options_.max_url) return false;
    fitting_ = 2 * size + min_capacity;
    place_ = std::make_unique_for_overwrite<char[]>(canonicalizer::capacity_for(fitting_, base()));
    return true;
  }

  [[nodiscard]] const base_url* base() const { return base_ ? &*base_ : nullptr; }

  canonical_url write(std::string_view reference, char* place) const {
    return base_ ? canonical_.canonicalize(reference, &*base_, place)
                 : canonical_.normalize(reference, place);
  }

  std::string_view redirected(std::string_view url) {
    const std::string_view target = known_.find(url, moved_);
    return target.empty() ? url : target;
  }

  void add_redirected(std::string_view url, normalized_urls& out) {
    const std::string_view target = redirected(url);
    if (target.data() != url.data()) std::memcpy(out.reserve(target.size()), target.data(), target.size());
    out.add(target.size(), rejection::none);
  }

  const url_options options_;
  const canonicalizer canonical_;
  const known_redirects known_;
  const bool follows_;
  std::optional<base_url> base_;
  std::string named_;  // the argument that gave base_
  std::unique_ptr<char[]> place_;
  std::size_t fitting_ = 0;  // capacity: shorter references fit into place_
  std::string moved_;
};

normalizer::normalizer(const url_options& options, known_redirects known)
    : inner_(std::make_unique<inner>(options, std::move(known))) {}
normalizer::normalizer(normalizer&&) noexcept = default;
normalizer& normalizer::operator=(normalizer&&) noexcept = default;
normalizer::~normalizer() = default;

bool normalizer::set_base(std::string_view base) {
  return inner_->set_base(base);
}

normalizer::outcome normalizer::normalize(std::string_view reference) {
  return inner_->normalize(reference);
}

normalizer::outcome normalizer::normalize(std::string_view reference, std::string_view base) {
  return inner_->normalize(reference, base);
}

void normalizer::normalize_many(std::span<const std::string_view> references, normalized_urls& out) {
  for (const std::string_view reference : references) inner_->add(reference, out);
}

void normalizer::normalize_lines(std::string_view lines, normalized_urls& out) {
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    std::string_view line = lines.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    inner_->add(line, out);
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
}

result<void> normalizer::state() const {
  return inner_->state();
}

}  // namespace urlsieve
