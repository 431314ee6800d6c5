// Decides which source documents are searched, by document_options and the head of the document. All threads
// of a run share a document_filter; each thread has its own scratch memory.
#ifndef URLSIEVE_PIPELINE_DOCUMENT_FILTER_HPP
#define URLSIEVE_PIPELINE_DOCUMENT_FILTER_HPP

#include <atomic>
#include <bitset>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/documents/source_head.hpp"
#include "src/pipeline/filters/date_range.hpp"
#include "src/pipeline/filters/host_set.hpp"
#include "src/pipeline/filters/url_patterns.hpp"
#include "urlsieve/document_choice.hpp"
#include "urlsieve/document_options.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class document_filter {
 public:
  // Scratch memory of a thread.
  struct scratch {
    std::string url;  // of the source, normalized
    std::string host;
    std::string column;
  };

  // Reads the lists and compiles the patterns of `options`. Returns null if the options skip nothing. Fails
  // with error_code::usage, and names the invalid value; see also add_hosts(). `stop` may be null.
  [[nodiscard]] static result<std::unique_ptr<const document_filter>> make(const document_options& options,
                                                                           const std::atomic<bool>* stop);

  // Returns a checksum of the contents of the lists of hosts, in hexadecimal; empty without lists.
  [[nodiscard]] const std::string& identity() const { return identity_; }

  // Returns document_choice::chosen, or the reason of the first filter that skips the document.
  [[nodiscard]] document_choice check(const source_head& head, scratch& buffer) const;

 private:
  // Result of a filter: the value matches, does not match, or is missing.
  enum class finding : std::uint8_t { match, mismatch, missing };
  struct criterion;

  [[nodiscard]] result<void> read(const document_options& options, const std::atomic<bool>* stop);
  [[nodiscard]] result<void> read_words(const document_options& options);
  [[nodiscard]] result<void> read_senders(const document_options& options);

  [[nodiscard]] finding check_record_type(const source_head& head, scratch& buffer) const;
  [[nodiscard]] finding check_status(const source_head& head, scratch& buffer) const;
  [[nodiscard]] finding check_media_type(const source_head& head, scratch& buffer) const;
  [[nodiscard]] finding check_captured(const source_head& head, scratch& buffer) const;
  [[nodiscard]] finding check_source_host(const source_head& head, scratch& buffer) const;
  [[nodiscard]] finding check_included(const source_head& head, scratch& buffer) const;
  [[nodiscard]] finding check_excluded(const source_head& head, scratch& buffer) const;
  [[nodiscard]] finding check_message_date(const source_head& head, scratch& buffer) const;
  [[nodiscard]] finding check_sender(const source_head& head, scratch& buffer) const;
  [[nodiscard]] finding check_list(const source_head& head, scratch& buffer) const;

  static const std::vector<criterion>& criteria();

  std::vector<const criterion*> asked_;  // in the order of criteria()
  std::vector<std::string> record_types_;
  std::bitset<1000> statuses_;
  std::vector<std::string> media_types_;  // "text/" stands for "text/*", "/" for any type
  std::optional<date_range> captured_;
  host_set hosts_;
  host_set domains_;
  url_patterns include_;
  url_patterns exclude_;
  std::optional<date_range> message_date_;
  host_set senders_;
  std::vector<std::string> list_ids_;
  std::string identity_;
};

}  // namespace urlsieve

#endif
