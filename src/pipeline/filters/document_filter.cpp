#include "src/pipeline/filters/document_filter.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>

#include "src/documents/header_fields.hpp"
#include "src/documents/mail_senders.hpp"
#include "src/pipeline/filters/host_list.hpp"
#include "src/text/ascii.hpp"
#include "src/text/encodings/visible.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "src/url/normalize/canonical.hpp"
#include "urlsieve/url_options.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {
namespace {

tl::unexpected<error> refuse(std::string_view option, std::string_view value, std::string_view fault) {
  return tl::unexpected(error{
      error_code::usage,
      std::string(option).append(": ").append(in_quotes(value.substr(0, 80))).append(1, ' ').append(fault)});
}

// Adds the codes of "200", "20x" or "3xx"; returns false for other texts.
bool add_statuses(std::string_view written, std::bitset<1000>& to) {
  if (written.size() != 3 || written[0] < '1' || written[0] > '9') return false;
  std::size_t least = 0;
  std::size_t most = 0;
  bool any = false;
  for (const char c : written) {
    const bool is_digit = c >= '0' && c <= '9';
    if (is_digit ? any : ascii::lower(c) != 'x') return false;
    any = !is_digit;
    least = least * 10 + (is_digit ? static_cast<std::size_t>(c - '0') : 0);
    most = most * 10 + (is_digit ? static_cast<std::size_t>(c - '0') : 9);
  }
  for (std::size_t code = least; code <= most; ++code) to.set(code);
  return true;
}

const canonicalizer& for_sources() {
  static const canonicalizer instance{url_options{}};
  return instance;
}

// Normalizes `target` into `url`; returns false if `target` is no valid URL.
bool normalize(std::string_view target, std::string& url) {
  if (target.empty() || target.size() > url_options{}.max_url) return false;
  url.resize(canonicalizer::capacity_for(target.size(), nullptr));
  const canonical_url normal_form = for_sources().canonicalize(target, nullptr, url.data());
  if (normal_form.rejected != rejection::none) return false;
  url.resize(normal_form.size);
  return true;
}

}  // namespace

// A filter: how to ask for it, to which documents it applies, and how to count the documents that it skips.
struct document_filter::criterion {
  bool (*is_asked)(const document_options& of);
  enum class scope : std::uint8_t { captures, sources, messages } applies_to;
  finding (document_filter::*check)(const source_head& head, scratch& buffer) const;
  document_choice mismatch;
  document_choice missing;

  [[nodiscard]] bool applies(const source_head& head) const {
    switch (applies_to) {
      case scope::captures:
        return head.kind == source_kind::capture;
      case scope::sources:
        return head.kind == source_kind::capture || !head.target.empty();
      case scope::messages:
        return head.kind == source_kind::message;
    }
    return false;
  }
};

const std::vector<document_filter::criterion>& document_filter::criteria() {
  using enum criterion::scope;
  using choice = document_choice;
  using options = const document_options&;
  static const std::vector<criterion> rows{
      {[](options given) { return !given.record_types.empty(); }, captures,
       &document_filter::check_record_type, choice::record_type, choice::no_record_type},
      {[](options given) { return !given.status.empty(); }, captures, &document_filter::check_status,
       choice::status, choice::no_status},
      {[](options given) { return !given.media_types.empty(); }, captures, &document_filter::check_media_type,
       choice::media_type, choice::no_media_type},
      {[](options given) { return !given.captured.empty(); }, captures, &document_filter::check_captured,
       choice::captured, choice::no_capture_date},
      {[](options given) { return !given.source_hosts.empty() || !given.source_domains.empty(); }, sources,
       &document_filter::check_source_host, choice::source_host, choice::no_source},
      {[](options given) { return !given.source_include.empty(); }, sources, &document_filter::check_included,
       choice::source_not_included, choice::no_source},
      {[](options given) { return !given.source_exclude.empty(); }, sources, &document_filter::check_excluded,
       choice::source_excluded, choice::no_source},
      {[](options given) { return !given.message_date.empty(); }, messages,
       &document_filter::check_message_date, choice::message_date, choice::no_message_date},
      {[](options given) { return !given.from_domains.empty(); }, messages, &document_filter::check_sender,
       choice::from_domain, choice::no_from_domain},
      {[](options given) { return !given.list_ids.empty(); }, messages, &document_filter::check_list,
       choice::list_id, choice::no_list_id}};
  return rows;
}

result<std::unique_ptr<const document_filter>> document_filter::make(const document_options& options,
                                                                     const std::atomic<bool>* stop) {
  std::unique_ptr<document_filter> filter(new document_filter);
  for (const criterion& row : criteria())
    if (row.is_asked(options)) filter->asked_.push_back(&row);
  if (filter->asked_.empty()) return nullptr;
  if (result<void> status = filter->read(options, stop); !status)
    return tl::unexpected(std::move(status.error()));
  return std::unique_ptr<const document_filter>(std::move(filter));
}

result<void> document_filter::read(const document_options& options, const std::atomic<bool>* stop) {
  if (result<void> status = read_words(options); !status) return status;
  if (result<void> status = read_senders(options); !status) return status;
  for (const auto& [expressions, option, into] :
       {std::tuple(&options.source_include, "document_options::source_include", &include_),
        std::tuple(&options.source_exclude, "document_options::source_exclude", &exclude_)}) {
    result<url_patterns> compiled = url_patterns::of(*expressions, option);
    if (!compiled) return tl::unexpected(std::move(compiled.error()));
    *into = std::move(*compiled);
  }
  running_checksum sum;
  for (const auto& [paths, into] :
       {std::pair(&options.source_hosts, &hosts_), std::pair(&options.source_domains, &domains_)}) {
    if (result<void> added = add_hosts(*paths, stop, *into, sum); !added) return added;
    into->settle();
  }
  if (!options.source_hosts.empty() || !options.source_domains.empty()) identity_ = sum.hex();
  return {};
}

result<void> document_filter::read_words(const document_options& options) {
  for (const std::string& type : options.record_types) {
    if (trimmed(type).empty()) return refuse("document_options::record_types", type, "is no WARC-Type");
    record_types_.push_back(ascii::lowered(trimmed(type)));
  }
  for (const std::string& code : options.status)
    if (!add_statuses(code, statuses_))
      return refuse("document_options::status", code, "is no status code, such as 200, 20x or 3xx");
  for (const std::string& written : options.media_types) {
    std::string type = ascii::lowered(trimmed(written));
    const std::size_t slash = type.find('/');
    const std::size_t star = type.find('*');
    const bool has_stray_star =
        star != std::string::npos && type != "*/*" && (star != slash + 1 || star + 1 != type.size());
    if (slash == std::string::npos || slash == 0 || slash + 1 == type.size() || has_stray_star ||
        type.find_first_of("; \t,") != std::string::npos)
      return refuse("document_options::media_types", written,
                    "is no media type, such as text/html or text/*");
    if (type == "*/*") type = "/";
    if (type.ends_with("/*")) type.pop_back();
    media_types_.push_back(std::move(type));
  }
  for (const auto& [written, option, into] :
       {std::tuple(&options.captured, "document_options::captured", &captured_),
        std::tuple(&options.message_date, "document_options::message_date", &message_date_)}) {
    if (written->empty()) continue;
    *into = date_range::of(*written);
    if (!*into)
      return refuse(option, *written, "is no range of dates, such as 2024-01..2024-03 or 20240115..");
  }
  return {};
}

result<void> document_filter::read_senders(const document_options& options) {
  std::string buffer;
  for (const std::string& domain : options.from_domains) {
    const std::string_view name = normal_host(trimmed(domain), buffer);
    if (name.empty()) return refuse("document_options::from_domains", domain, "is no domain");
    senders_.add(name);
  }
  senders_.settle();
  for (const std::string& id : options.list_ids) {
    list_ids_.push_back(ascii::lowered(list_id_in(id)));
    if (list_ids_.back().empty())
      return refuse("document_options::list_ids", id, "is no identifier of a list");
  }
  return {};
}

document_choice document_filter::check(const source_head& head, scratch& buffer) const {
  buffer.url.clear();
  for (const criterion* const row : asked_) {
    if (!row->applies(head)) continue;
    const finding found = (this->*row->check)(head, buffer);
    if (found != finding::match) return found == finding::mismatch ? row->mismatch : row->missing;
  }
  return document_choice::chosen;
}

document_filter::finding document_filter::check_record_type(const source_head& head, scratch&) const {
  if (head.record_type.empty()) return finding::missing;
  const auto is_type = [&](const std::string& type) { return ascii::same(head.record_type, type); };
  return std::ranges::any_of(record_types_, is_type) ? finding::match : finding::mismatch;
}

document_filter::finding document_filter::check_status(const source_head& head, scratch&) const {
  if (head.status == 0 || head.status >= statuses_.size()) return finding::missing;
  return statuses_[static_cast<std::size_t>(head.status)] ? finding::match : finding::mismatch;
}

document_filter::finding document_filter::check_media_type(const source_head& head, scratch&) const {
  if (head.media_type.empty()) return finding::missing;
  const auto fits = [&](const std::string& type) {
    if (type == "/") return true;
    return type.ends_with('/') ? head.media_type.starts_with(type) : head.media_type == type;
  };
  return std::ranges::any_of(media_types_, fits) ? finding::match : finding::mismatch;
}

document_filter::finding document_filter::check_captured(const source_head& head, scratch&) const {
  if (head.date.empty()) return finding::missing;
  return captured_->covers(head.date) ? finding::match : finding::mismatch;
}

document_filter::finding document_filter::check_message_date(const source_head& head, scratch&) const {
  if (head.date.empty()) return finding::missing;
  return message_date_->covers(head.date) ? finding::match : finding::mismatch;
}

document_filter::finding document_filter::check_source_host(const source_head& head, scratch& buffer) const {
  if (buffer.url.empty() && !normalize(head.target, buffer.url)) return finding::missing;
  const std::string_view host = normal_host(url_view::of(buffer.url).host(), buffer.host);
  if (host.empty()) return finding::missing;
  return hosts_.has(host) || domains_.has_above(host) ? finding::match : finding::mismatch;
}

document_filter::finding document_filter::check_included(const source_head& head, scratch& buffer) const {
  if (buffer.url.empty() && !normalize(head.target, buffer.url)) return finding::missing;
  url_columns columns(url_view::of(buffer.url));
  return include_.match(columns, buffer.url, buffer.column) ? finding::match : finding::mismatch;
}

document_filter::finding document_filter::check_excluded(const source_head& head, scratch& buffer) const {
  if (buffer.url.empty() && !normalize(head.target, buffer.url)) return finding::missing;
  url_columns columns(url_view::of(buffer.url));
  return exclude_.match(columns, buffer.url, buffer.column) ? finding::mismatch : finding::match;
}

document_filter::finding document_filter::check_sender(const source_head& head, scratch& buffer) const {
  bool has_domain = false;
  bool is_listed = false;
  each_sender_domain(head.from, [&](std::string_view domain) {
    const std::string_view name = normal_host(domain, buffer.host);
    has_domain = has_domain || !name.empty();
    is_listed = is_listed || (!name.empty() && senders_.has_above(name));
  });
  if (!has_domain) return finding::missing;
  return is_listed ? finding::match : finding::mismatch;
}

document_filter::finding document_filter::check_list(const source_head& head, scratch&) const {
  const std::string_view id = list_id_in(head.list_id);
  if (id.empty()) return finding::missing;
  const auto is_id = [id](const std::string& listed) { return ascii::same(id, listed); };
  return std::ranges::any_of(list_ids_, is_id) ? finding::match : finding::mismatch;
}

}  // namespace urlsieve
