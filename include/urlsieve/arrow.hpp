// Batches of URLs for whoever reads Arrow: the columns change hands, nothing is copied, and no library of
// Arrow is needed on this side.
#ifndef URLSIEVE_ARROW_HPP
#define URLSIEVE_ARROW_HPP

#include <functional>
#include <memory>
#include <span>

#include "urlsieve/arrow_c_data.h"
#include "urlsieve/error.hpp"
#include "urlsieve/url_batch.hpp"

namespace urlsieve {

// A struct with a field for each column: large_utf8, or uint64 for numbers; nullable are those of
// may_be_absent() (fields.hpp). Throws std::bad_alloc, and then `out` is untouched.
void export_schema(std::span<const batch_column> columns, ArrowSchema* out);

// The batch itself; it lives until the consumer calls out->release.
void export_batch(std::shared_ptr<const url_batch> batch, ArrowArray* out);

// A stream of the batches that `next` gives until it gives null; `shape` has their columns. get_next()
// answers an errno where `next` fails (ENOMEM, EINTR, else EIO), and get_last_error() says why.
void export_stream(url_batch shape, std::function<result<std::shared_ptr<const url_batch>>()> next,
                   ArrowArrayStream* out);

}  // namespace urlsieve

#endif
