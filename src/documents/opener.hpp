// The contract of an opener: a slice in, the documents, references and redirects in it out. It runs in
// parallel, one object a thread, and keeps its scratch memory.
#ifndef URLSIEVE_DOCUMENTS_OPENER_HPP
#define URLSIEVE_DOCUMENTS_OPENER_HPP

#include <string_view>

#include "src/documents/document_sink.hpp"
#include "src/documents/splitter.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// What it gives to the sink are views into the slice or into its own scratch memory; they live until the next
// call.
class opener {
 public:
  virtual ~opener() = default;

  // `input` is the name of the input that `part` is of. What cannot be opened is counted as damage.
  // REQUIRES: 64 readable bytes after the end of part.bytes.
  virtual void open(const slice& part, std::string_view input, document_sink& sink, stats& counted) = 0;
};

}  // namespace urlsieve

#endif
