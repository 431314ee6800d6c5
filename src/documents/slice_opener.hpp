// The openers of the kinds of slices, and slice_opener, which dispatches each slice.
#ifndef URLSIEVE_DOCUMENTS_SLICE_OPENER_HPP
#define URLSIEVE_DOCUMENTS_SLICE_OPENER_HPP

#include <string_view>
#include <vector>

#include "src/codec/charset.hpp"
#include "src/documents/archives/warc_metadata.hpp"
#include "src/documents/body_opener.hpp"
#include "src/documents/document_sink.hpp"
#include "src/documents/http/body_reader.hpp"
#include "src/documents/http/http_message.hpp"
#include "src/documents/json/har_entry.hpp"
#include "src/documents/json/json_lines.hpp"
#include "src/documents/media_type.hpp"
#include "src/documents/message/mail_message.hpp"
#include "src/documents/mirror_bases.hpp"
#include "src/documents/opener.hpp"
#include "src/documents/source_head_reader.hpp"
#include "src/documents/splitter.hpp"
#include "src/text/arena.hpp"
#include "urlsieve/input_options.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// Delivers a slice as one document, or as a window of one.
class whole_opener final : public opener {
 public:
  // `undeclared`: the charset of windows of records whose text declares none.
  whole_opener(script_bodies scripts, const encoding& undeclared)
      : scripts_(scripts), undeclared_(undeclared) {}
  void open(const slice& part, std::string_view input, document_sink& sink, stats& counted) override;

 private:
  script_bodies scripts_;
  encoding undeclared_;
  arena scratch_;
};

// Delivers the body of a record that has no HTTP header, as http_opener delivers the same body.
class record_opener final : public opener {
 public:
  // Requires: `bodies` outlives the opener.
  record_opener(const body_reader::limits& bounds, body_opener& bodies) : reader_(bounds), bodies_(&bodies) {}
  void open(const slice& part, std::string_view input, document_sink& sink, stats& counted) override;

 private:
  body_reader reader_;
  body_opener* bodies_;
  arena scratch_;
};

// Delivers links that an archive recorded about a page, without a body. Links of the page resolve against the
// base of the page.
class metadata_opener final : public opener {
 public:
  void open(const slice& part, std::string_view input, document_sink& sink, stats& counted) override;

 private:
  metadata_reader metadata_;
  std::vector<reference> header_references_;
  std::vector<reference> page_references_;
};

// Delivers the header references and the parts of a message. The parts may refer to each other.
class message_opener final : public opener, private related_parts {
 public:
  // `undeclared`: the charset of text that declares none; if unknown, text is searched as it is.
  message_opener(const mail_options& options, const url_options& urls, const encoding& undeclared)
      : mail_(options, urls, undeclared) {}
  void open(const slice& part, std::string_view input, document_sink& sink, stats& counted) override;

 private:
  internal_target find_internal(std::string_view reference, const base_url* base, bool navigates) override {
    return mail_.find_internal(reference, base, navigates);
  }

  mail_reader mail_;
};

// Delivers the header references and the body of a recorded HTTP response, its permanent redirect, and its
// canonical URL. Delivers only the body of a request.
class http_opener final : public opener {
 public:
  // Requires: `bodies` outlives the opener.
  http_opener(const body_reader::limits& bounds, body_opener& bodies) : http_(bounds), bodies_(&bodies) {}
  void open(const slice& part, std::string_view input, document_sink& sink, stats& counted) override;

 private:
  http_reader http_;
  body_opener* bodies_;
  std::vector<reference> header_references_;
};

// Delivers the documents of JSON Lines. WAT lines go to the metadata reader, message fields to `messages`.
class json_lines_opener final : public opener {
 public:
  // Requires: `messages` outlives the opener.
  json_lines_opener(const input_options& options, message_opener& messages)
      : lines_(options), messages_(&messages) {}
  void open(const slice& part, std::string_view input, document_sink& sink, stats& counted) override;

 private:
  json_lines_reader lines_;
  source_head_reader heads_;
  metadata_opener metadata_;
  message_opener* messages_;
};

// Delivers the request and redirect URLs of a HAR entry, then its response like http_opener.
class har_opener final : public opener {
 public:
  // Requires: `responses` outlives the opener.
  explicit har_opener(http_opener& responses) : responses_(&responses) {}
  void open(const slice& part, std::string_view input, document_sink& sink, stats& counted) override;

 private:
  har_entry_reader entries_;
  http_opener* responses_;
};

// Opens slices of any kind but slice_kind::record, if the sink chooses their documents. Holds the scratch
// memory of all readers; one object per thread.
class slice_opener final : public opener {
 public:
  slice_opener(const input_options& inputs, const mail_options& mail, const url_options& urls,
               script_bodies scripts)
      : whole_(scripts, find_encoding(inputs.charset)),
        message_(mail, urls, find_encoding(inputs.charset)),
        bodies_(inputs, scripts, message_),
        record_(limits_of_bodies(inputs, scripts), bodies_),
        http_(limits_of_bodies(inputs, scripts), bodies_),
        json_lines_(inputs, message_),
        har_(http_),
        mirrors_(inputs.base_of) {}
  slice_opener(const slice_opener&) = delete;
  slice_opener& operator=(const slice_opener&) = delete;
  void open(const slice& part, std::string_view input, document_sink& sink, stats& counted) override;

 private:
  opener& opener_of(slice_kind kind);
  void open_if_chosen(const slice& part, std::string_view input, document_sink& sink, stats& counted);

  whole_opener whole_;
  message_opener message_;
  body_opener bodies_;
  record_opener record_;
  http_opener http_;
  metadata_opener metadata_;
  json_lines_opener json_lines_;
  har_opener har_;
  mirror_bases mirrors_;
  source_head_reader heads_;
};

}  // namespace urlsieve

#endif
