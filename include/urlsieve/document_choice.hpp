// The verdicts of document_options on source documents, as counted in stats::choices.
#ifndef URLSIEVE_DOCUMENT_CHOICE_HPP
#define URLSIEVE_DOCUMENT_CHOICE_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "urlsieve/enum_table.hpp"

namespace urlsieve {

// The verdict on a document: it is chosen, or a filter of document_options skips it because the document does
// not match, or because it lacks the value that the filter examines.
enum class document_choice : std::uint8_t {
  chosen,
  record_type,
  no_record_type,
  status,
  no_status,
  media_type,
  no_media_type,
  captured,
  no_capture_date,
  source_host,          // source_hosts and source_domains
  source_not_included,  // source_include
  source_excluded,      // source_exclude
  no_source,            // no valid URL
  message_date,
  no_message_date,
  from_domain,
  no_from_domain,
  list_id,
  no_list_id,
  count_
};
inline constexpr std::size_t document_choice_count = static_cast<std::size_t>(document_choice::count_);

[[nodiscard]] constexpr std::string_view name_of(document_choice choice) {
  constexpr auto names =
      enum_table<document_choice>({{document_choice::chosen, "chosen"},
                                   {document_choice::record_type, "record-type"},
                                   {document_choice::no_record_type, "no-record-type"},
                                   {document_choice::status, "status"},
                                   {document_choice::no_status, "no-status"},
                                   {document_choice::media_type, "media-type"},
                                   {document_choice::no_media_type, "no-media-type"},
                                   {document_choice::captured, "captured"},
                                   {document_choice::no_capture_date, "no-capture-date"},
                                   {document_choice::source_host, "source-host"},
                                   {document_choice::source_not_included, "source-not-included"},
                                   {document_choice::source_excluded, "source-excluded"},
                                   {document_choice::no_source, "no-source"},
                                   {document_choice::message_date, "message-date"},
                                   {document_choice::no_message_date, "no-message-date"},
                                   {document_choice::from_domain, "from-domain"},
                                   {document_choice::no_from_domain, "no-from-domain"},
                                   {document_choice::list_id, "list-id"},
                                   {document_choice::no_list_id, "no-list-id"}});
  return names[static_cast<std::size_t>(choice)];
}

}  // namespace urlsieve

#endif
