// Exports batches of URLs through the Arrow C data and stream interfaces, without copying. The library does
// not depend on an Arrow library. Each function overwrites `*out`; the consumer releases the exported struct.
#ifndef URLSIEVE_ARROW_HPP
#define URLSIEVE_ARROW_HPP

#include <functional>
#include <memory>
#include <span>

#include "urlsieve/arrow_c_data.h"
#include "urlsieve/error.hpp"
#include "urlsieve/url_batch.hpp"

namespace urlsieve {

// Writes the schema of `columns` to `out`: a struct with a field for each column, large_utf8 or uint64. The
// fields of may_be_absent() (fields.hpp) are nullable. Throws std::bad_alloc and then leaves `out` unchanged.
void export_schema(std::span<const batch_column> columns, ArrowSchema* out);

// Exports `batch` to `out` as a struct array with a child for each column. The array shares ownership of the
// batch until the consumer calls out->release. Throws std::bad_alloc and then leaves `out` unchanged.
// Requires: `batch` is not null.
void export_batch(std::shared_ptr<const url_batch> batch, ArrowArray* out);

// Exports a stream of batches. Each get_next() calls `next`; a null batch ends the stream. If `next` returns
// an error or throws a std::exception, get_next() returns ENOMEM, EINTR or EIO. get_last_error() then returns
// the message. Throws std::bad_alloc. Requires: all batches have the columns of `shape`; no rows of `shape`
// are exported.
void export_stream(url_batch shape, std::function<result<std::shared_ptr<const url_batch>>()> next,
                   ArrowArrayStream* out);

}  // namespace urlsieve

#endif
