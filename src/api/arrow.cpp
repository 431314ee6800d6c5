// Implements the ownership rules of the Arrow C interface: releasing a struct releases its children. The
// consumer of a child that was moved out releases the child. All structs share the batch, which the last
// release frees.
#include "urlsieve/arrow.hpp"

#include <cerrno>
#include <cstddef>
#include <exception>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "urlsieve/names.hpp"

namespace urlsieve {
namespace {

// Releases the children that were not moved out.
template <class Node>
void release_children(Node* node) {
  for (std::int64_t i = 0; i < node->n_children; ++i) {
    Node* const child = node->children[i];
    if (child->release != nullptr) child->release(child);
  }
}

struct schema_data {
  std::string name;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> places;
};

void release_schema(ArrowSchema* schema) {
  release_children(schema);
  delete static_cast<schema_data*>(schema->private_data);
  schema->release = nullptr;
}

ArrowSchema schema_of(const char* format, std::unique_ptr<schema_data> buffer) {
  ArrowSchema schema{};
  schema.format = format;
  schema.name = buffer->name.c_str();
  schema.n_children = static_cast<std::int64_t>(buffer->places.size());
  schema.children = buffer->places.empty() ? nullptr : buffer->places.data();
  schema.release = release_schema;
  schema.private_data = buffer.release();
  return schema;
}

struct array_data {
  std::shared_ptr<const url_batch> batch;
  const void* buffers[3] = {nullptr, nullptr, nullptr};
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> places;
};

void release_array(ArrowArray* array) {
  release_children(array);
  delete static_cast<array_data*>(array->private_data);
  array->release = nullptr;
}

ArrowArray array_of(std::size_t length, std::int64_t buffers, std::unique_ptr<array_data> buffer) {
  ArrowArray array{};
  array.length = static_cast<std::int64_t>(length);
  array.n_buffers = buffers;
  array.buffers = buffer->buffers;
  array.n_children = static_cast<std::int64_t>(buffer->places.size());
  array.children = buffer->places.empty() ? nullptr : buffer->places.data();
  array.release = release_array;
  array.private_data = buffer.release();
  return array;
}

ArrowArray array_of(const std::shared_ptr<const url_batch>& batch, const batch_column& column) {
  auto buffer = std::make_unique<array_data>();
  buffer->batch = batch;
  if (column.is_nullable()) buffer->buffers[0] = column.present.data();
  buffer->buffers[1] = column.is_number() ? static_cast<const void*>(column.numbers.data())
                                          : static_cast<const void*>(column.ends.data());
  if (!column.is_number()) buffer->buffers[2] = column.bytes.data();
  ArrowArray array = array_of(batch->size(), column.is_number() ? 2 : 3, std::move(buffer));
  if (column.is_nullable()) array.null_count = -1;  // unknown; the consumer may count
  return array;
}

struct stream_data {
  url_batch shape;
  std::function<result<std::shared_ptr<const url_batch>>()> next;
  std::string why;
};

stream_data& data_of(ArrowArrayStream* stream) {
  return *static_cast<stream_data*>(stream->private_data);
}

template <class Step>
int guarded(stream_data& buffer, const Step& step) {
  try {
    return step();
  } catch (const std::bad_alloc&) {
    buffer.why = "out of memory";
    return ENOMEM;
  } catch (const std::exception& failed) {
    buffer.why = failed.what();
    return EIO;
  }
}

int stream_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  stream_data& buffer = data_of(stream);
  return guarded(buffer, [&] {
    export_schema(buffer.shape.columns(), out);
    return 0;
  });
}

int errno_of(error_code code) {
  if (code == error_code::out_of_memory) return ENOMEM;
  return code == error_code::interrupted ? EINTR : EIO;
}

int stream_next(ArrowArrayStream* stream, ArrowArray* out) {
  stream_data& buffer = data_of(stream);
  return guarded(buffer, [&] {
    result<std::shared_ptr<const url_batch>> batch = buffer.next();
    if (!batch) {
      buffer.why = batch.error().message;
      return errno_of(batch.error().code);
    }
    if (*batch)
      export_batch(std::move(*batch), out);
    else
      *out = ArrowArray{};
    return 0;
  });
}

const char* stream_error(ArrowArrayStream* stream) {
  const std::string& why = data_of(stream).why;
  return why.empty() ? nullptr : why.c_str();
}

void release_stream(ArrowArrayStream* stream) {
  delete &data_of(stream);
  stream->release = nullptr;
}

}  // namespace

void export_schema(std::span<const batch_column> columns, ArrowSchema* out) {
  auto buffer = std::make_unique<schema_data>();
  buffer->children.reserve(columns.size());
  buffer->places.reserve(columns.size());
  std::vector<std::unique_ptr<schema_data>> buffers;
  for (const batch_column& column : columns)
    buffers.push_back(std::make_unique<schema_data>(std::string(name_of(column.name)),
                                                    std::vector<ArrowSchema>(), std::vector<ArrowSchema*>()));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    buffer->children.push_back(schema_of(columns[i].is_number() ? "L" : "U", std::move(buffers[i])));
    if (columns[i].is_nullable()) buffer->children.back().flags = ARROW_FLAG_NULLABLE;
    buffer->places.push_back(&buffer->children.back());
  }
  *out = schema_of("+s", std::move(buffer));
}

void export_batch(std::shared_ptr<const url_batch> batch, ArrowArray* out) {
  auto buffer = std::make_unique<array_data>();
  buffer->children.reserve(batch->columns().size());
  buffer->places.reserve(batch->columns().size());
  for (const batch_column& column : batch->columns()) {
    buffer->children.push_back(array_of(batch, column));
    buffer->places.push_back(&buffer->children.back());
  }
  const std::size_t rows = batch->size();
  buffer->batch = std::move(batch);
  *out = array_of(rows, 1, std::move(buffer));
}

void export_stream(url_batch shape, std::function<result<std::shared_ptr<const url_batch>>()> next,
                   ArrowArrayStream* out) {
  *out = {stream_schema, stream_next, stream_error, release_stream,
          new stream_data{std::move(shape), std::move(next), {}}};
}

}  // namespace urlsieve
