// Opens slices of every kind: the one place that knows which reader goes with which.
#ifndef URLSIEVE_DOCUMENTS_SLICE_OPENER_HPP
#define URLSIEVE_DOCUMENTS_SLICE_OPENER_HPP

#include <string_view>
#include <vector>

#include "src/codec/charset.hpp"
#include "src/documents/archives/warc_metadata.hpp"
#include "src/documents/http/http_message.hpp"
#include "src/documents/json/har_entry.hpp"
#include "src/documents/json/json_lines.hpp"
#include "src/documents/media_type.hpp"
#include "src/documents/message/mail_message.hpp"
#include "src/documents/mirror_bases.hpp"
#include "src/documents/opener.hpp"
#include "src/text/arena.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {

// A slice that is a document as it stands.
class whole_opener final : public opener {
 public:
  // `undeclared`: the charset of text in records that declares none; unknown: it is guessed.
  whole_opener(script_bodies scripts, const encoding& undeclared)
      : scripts_(scripts), undeclared_(undeclared) {}
  void open(const slice& part, std::string_view input, document_sink& sink, stats& counted) override;

 private:
  void know_charset(const slice& part, std::string_view input, document& opened, stats& counted) const;
  void unfold(std::string_view type, document& opened);

  script_bodies scripts_;
  encoding undeclared_;
  arena scratch_;
};

// A recorded response: its header's references, then its body. A permanent redirect is told, too.
class http_opener final : public opener {
 public:
  http_opener(const input_options& options, script_bodies scripts)
      : http_({.max_document = options.max_document,
               .scripts = scripts,
               .undeclared = find_encoding(options.charset)}) {}
  void open(const slice& part, std::string_view input, document_sink& sink, stats& counted) override;

 private:
  http_reader http_;
  std::vector<reference> header_references_;
};

// Links that an archive noted about a page. There is no body; what stands in the page is resolved against the
// page's own base.
class metadata_opener final : public opener {
 public:
  void open(const slice& part, std::string_view input, document_sink& sink, stats& counted) override;

 private:
  metadata_reader metadata_;
  std::vector<reference> header_references_;
  std::vector<reference> page_references_;
};

// A message: its headers' references and its parts, which may name each other.
class message_opener final : public opener, private related_parts {
 public:
  // `undeclared`: the charset of text that declares none; unknown: it is searched as it stands.
  message_opener(const mail_options& options, const url_options& urls, const encoding& undeclared)
      : mail_(options, urls, undeclared) {}
  void open(const slice& part, std::string_view input, document_sink& sink, stats& counted) override;

 private:
  internal_target find_internal(std::string_view reference, const base_url* base, bool navigates) override {
    return mail_.find_internal(reference, base, navigates);
  }

  mail_reader mail_;
};

// A line that is WAT is opened as the metadata it is, and a message that a field holds as one.
class json_lines_opener final : public opener {
 public:
  // `messages` lives as long.
  json_lines_opener(const input_options& options, message_opener& messages)
      : lines_(options), messages_(&messages) {}
  void open(const slice& part, std::string_view input, document_sink& sink, stats& counted) override;

 private:
  json_lines_reader lines_;
  metadata_opener metadata_;
  message_opener* messages_;
};

// An entry of a HAR file: the URLs of its request and redirect, then its response as a recorded one.
class har_opener final : public opener {
 public:
  // `responses` lives as long.
  explicit har_opener(http_opener& responses) : responses_(&responses) {}
  void open(const slice& part, std::string_view input, document_sink& sink, stats& counted) override;

 private:
  har_entry_reader entries_;
  http_opener* responses_;
};

// One a thread: it has an opener for each kind of slice, and their scratch memory.
class slice_opener final : public opener {
 public:
  explicit slice_opener(const extract_options& options)
      : whole_(scripts_in(options), find_encoding(options.input.charset)),
        http_(options.input, scripts_in(options)),
        message_(options.mail, options.url, find_encoding(options.input.charset)),
        json_lines_(options.input, message_),
        har_(http_),
        mirrors_(options.input.base_of) {}
  slice_opener(const slice_opener&) = delete;
  slice_opener& operator=(const slice_opener&) = delete;
  void open(const slice& part, std::string_view input, document_sink& sink, stats& counted) override;

 private:
  static script_bodies scripts_in(const extract_options& options) {
    return options.links.scripts ? script_bodies::read : script_bodies::as_text;
  }
  opener& opener_of(slice_kind kind);

  whole_opener whole_;
  http_opener http_;
  metadata_opener metadata_;
  message_opener message_;
  json_lines_opener json_lines_;
  har_opener har_;
  mirror_bases mirrors_;
};

}  // namespace urlsieve

#endif
