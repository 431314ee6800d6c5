// Exports batches of URLs through the Arrow C data and stream interfaces, without copying. The library does
// not depend on an Arrow library.
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

// Exports `batch` to `out`. The array shares ownership of the batch until the consumer calls out->release.
void export_batch(std::shared_ptr<const url_batch> batch, ArrowArray* out);

// Exports a stream of batches. Each get_next() calls `next`, until `next` returns null. Requires: all batches
// have the columns of `shape`. If `next` fails, get_next() returns ENOMEM, EINTR or EIO, and get_last_error()
// returns the message.
void export_stream(url_batch shape, std::function<result<std::shared_ptr<const url_batch>>()> next,
                   ArrowArrayStream* out);

}  // namespace urlsieve

#endif
