#include "src/pipeline/filters/host_set.hpp"

#include <algorithm>

#include "src/text/scan/byte_class.hpp"

namespace urlsieve {

namespace {

constexpr std::size_t longest_host = 255;  // bytes; longer hosts are not added
constexpr std::size_t most_labels = 63;    // distinguished; names with more labels count as this many

std::string_view without_dot(std::string_view host) {
  if (host.size() > 1 && host.ends_with('.')) host.remove_suffix(1);
  return host;
}

bool is_address(std::string_view host) {
  if (host.empty() || host.ends_with(']')) return true;
  return bytes::digit.contains(host[host.rfind('.') + 1]) && bytes::digit.contains(host.back());
}

std::uint64_t depth_bit(std::size_t labels) {
  return std::uint64_t{1} << std::min(labels, most_labels);
}

}  // namespace

fingerprint host_set::print_of(std::string_view host) const {
  fingerprint print = fingerprint_of(host, seed_);
  print.high += print.high == 0 ? 1U : 0U;
  return print;
}

void host_set::add(std::string_view host) {
  host = without_dot(host);
  if (host.size() >= longest_host) return;
  depths_ |= depth_bit(static_cast<std::size_t>(std::count(host.begin(), host.end(), '.')) + 1);
  if (unsettled_.empty() || unsettled_.back().size() == piece) unsettled_.emplace_back().reserve(piece);
  unsettled_.back().push_back(print_of(host));
  ++size_;
}

void host_set::settle() {
  count_ = size_ * 10 / (6 * slots) + 1;
  buckets_.grow(count_ * sizeof(bucket), block_end::as_asked);
  for (std::vector<fingerprint>& prints : unsettled_) {
    constexpr std::size_t ahead = 16;
    for (std::size_t i = 0; i < prints.size(); ++i) {
      if (i + ahead < prints.size()) __builtin_prefetch(buckets() + place_of(prints[i + ahead]), 1);
      place(prints[i]);
    }
    prints = {};
  }
  unsettled_.clear();
}

void host_set::place(const fingerprint& print) {
  auto* const all = reinterpret_cast<bucket*>(buckets_.data());
  for (std::size_t at = place_of(print);; at = at + 1 == count_ ? 0 : at + 1) {
    for (std::uint64_t& slot : all[at].prints) {
      if (slot == print.high) return;
      if (slot != 0) continue;
      slot = print.high;
      return;
    }
  }
}

// Compares all slots without a branch, because the contents are unpredictable. A bucket with a free slot is
// the last bucket of its chain, because names are never removed.
bool host_set::holds(const fingerprint& print) const {
  for (std::size_t at = place_of(print);; at = at + 1 == count_ ? 0 : at + 1) {
    const bucket& candidate = buckets()[at];
    std::uint64_t found = 0;
    for (const std::uint64_t slot : candidate.prints) found |= slot == print.high ? 1U : 0U;
    if (candidate.prints.back() == 0 || found != 0) return found != 0;
  }
}

bool host_set::has(std::string_view host) const {
  return size_ != 0 && !host.empty() && holds(print_of(without_dot(host)));
}

bool host_set::has_above(std::string_view host) const {
  if (size_ == 0 || host.empty()) return false;
  host = without_dot(host);
  if (is_address(host)) return holds(print_of(host));
  std::array<std::uint8_t, longest_host> begins;  // offsets of the labels
  if (host.size() >= begins.size()) return false;
  std::size_t labels = 0;
  begins[labels++] = 0;
  for (std::size_t i = 0; i < host.size(); ++i) {
    begins[labels] = static_cast<std::uint8_t>(i + 1);
    labels += host[i] == '.' ? 1U : 0U;
  }
  bool found = false;
  constexpr std::size_t at_once = 8;
  std::array<fingerprint, at_once> prints;
  for (std::size_t label = 0; label < labels && !found;) {
    std::size_t count = 0;
    for (; label < labels && count < at_once; ++label) {
      if ((depths_ & depth_bit(labels - label)) == 0) continue;
      prints[count] = print_of(host.substr(begins[label]));
      __builtin_prefetch(buckets() + place_of(prints[count++]));
    }
    for (std::size_t i = 0; i < count; ++i) found |= holds(prints[i]);
  }
  return found;
}

}  // namespace urlsieve
