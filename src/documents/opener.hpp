// The contract of openers: an opener reads a slice and delivers its content to a sink.
#ifndef URLSIEVE_DOCUMENTS_OPENER_HPP
#define URLSIEVE_DOCUMENTS_OPENER_HPP

#include <string_view>

#include "src/documents/document_sink.hpp"
#include "src/documents/splitter.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// Reads a slice and delivers its documents, references and redirects. Openers run in parallel, one object per
// thread, and reuse their scratch memory. Views passed to the sink point into the slice or into scratch
// memory, valid until the next call.
class opener {
 public:
  virtual ~opener() = default;

  // Delivers the content of `part` to `sink`; `input` is the name of the input. Counts content that cannot be
  // opened as damage. Requires: 64 readable bytes after the end of part.bytes.
  virtual void open(const slice& part, std::string_view input, document_sink& sink, stats& counted) = 0;
};

}  // namespace urlsieve

#endif
