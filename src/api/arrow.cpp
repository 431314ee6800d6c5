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

struct schema_room {
  std::string name;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> places;
};

void release_schema(ArrowSchema* schema) {
  release_children(schema);
  delete static_cast<schema_room*>(schema->private_data);
  schema->release = nullptr;
}

ArrowSchema schema_of(const char* format, std::unique_ptr<schema_room> room) {
  ArrowSchema schema{};
  schema.format = format;
  schema.name = room->name.c_str();
  schema.n_children = static_cast<std::int64_t>(room->places.size());
  schema.children = room->places.empty() ? nullptr : room->places.data();
  schema.release = release_schema;
  schema.private_data = room.release();
  return schema;
}

struct array_room {
  std::shared_ptr<const url_batch> batch;
  const void* buffers[3] = {nullptr, nullptr, nullptr};
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> places;
};

void release_array(ArrowArray* array) {
  release_children(array);
  delete static_cast<array_room*>(array->private_data);
  array->release = nullptr;
}

ArrowArray array_of(std::size_t length, std::int64_t buffers, std::unique_ptr<array_room> room) {
  ArrowArray array{};
  array.length = static_cast<std::int64_t>(length);
  array.n_buffers = buffers;
  array.buffers = room->buffers;
  array.n_children = static_cast<std::int64_t>(room->places.size());
  array.children = room->places.empty() ? nullptr : room->places.data();
  array.release = release_array;
  array.private_data = room.release();
  return array;
}

ArrowArray array_of(const std::shared_ptr<const url_batch>& batch, const batch_column& column) {
  auto room = std::make_unique<array_room>();
  room->batch = batch;
  if (column.is_nullable()) room->buffers[0] = column.present.data();
  room->buffers[1] = column.is_number() ? static_cast<const void*>(column.numbers.data())
                                        : static_cast<const void*>(column.ends.data());
  if (!column.is_number()) room->buffers[2] = column.bytes.data();
  ArrowArray array = array_of(batch->size(), column.is_number() ? 2 : 3, std::move(room));
  if (column.is_nullable()) array.null_count = -1;  // unknown; the consumer may count
  return array;
}

struct stream_room {
  url_batch shape;
  std::function<result<std::shared_ptr<const url_batch>>()> next;
  std::string why;
};

stream_room& room_of(ArrowArrayStream* stream) {
  return *static_cast<stream_room*>(stream->private_data);
}

template <class Step>
int guarded(stream_room& room, const Step& step) {
  try {
    return step();
  } catch (const std::bad_alloc&) {
    room.why = "out of memory";
    return ENOMEM;
  } catch (const std::exception& failed) {
    room.why = failed.what();
    return EIO;
  }
}

int stream_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  stream_room& room = room_of(stream);
  return guarded(room, [&] {
    export_schema(room.shape.columns(), out);
    return 0;
  });
}

int errno_of(error_code code) {
  if (code == error_code::out_of_memory) return ENOMEM;
  return code == error_code::interrupted ? EINTR : EIO;
}

int stream_next(ArrowArrayStream* stream, ArrowArray* out) {
  stream_room& room = room_of(stream);
  return guarded(room, [&] {
    result<std::shared_ptr<const url_batch>> batch = room.next();
    if (!batch) {
      room.why = batch.error().message;
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
  const std::string& why = room_of(stream).why;
  return why.empty() ? nullptr : why.c_str();
}

void release_stream(ArrowArrayStream* stream) {
  delete &room_of(stream);
  stream->release = nullptr;
}

}  // namespace

void export_schema(std::span<const batch_column> columns, ArrowSchema* out) {
  auto room = std::make_unique<schema_room>();
  room->children.reserve(columns.size());
  room->places.reserve(columns.size());
  std::vector<std::unique_ptr<schema_room>> rooms;
  for (const batch_column& column : columns)
    rooms.push_back(std::make_unique<schema_room>(std::string(name_of(column.name)),
                                                  std::vector<ArrowSchema>(), std::vector<ArrowSchema*>()));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    room->children.push_back(schema_of(columns[i].is_number() ? "L" : "U", std::move(rooms[i])));
    if (columns[i].is_nullable()) room->children.back().flags = ARROW_FLAG_NULLABLE;
    room->places.push_back(&room->children.back());
  }
  *out = schema_of("+s", std::move(room));
}

void export_batch(std::shared_ptr<const url_batch> batch, ArrowArray* out) {
  auto room = std::make_unique<array_room>();
  room->children.reserve(batch->columns().size());
  room->places.reserve(batch->columns().size());
  for (const batch_column& column : batch->columns()) {
    room->children.push_back(array_of(batch, column));
    room->places.push_back(&room->children.back());
  }
  const std::size_t rows = batch->size();
  room->batch = std::move(batch);
  *out = array_of(rows, 1, std::move(room));
}

void export_stream(url_batch shape, std::function<result<std::shared_ptr<const url_batch>>()> next,
                   ArrowArrayStream* out) {
  *out = {stream_schema, stream_next, stream_error, release_stream,
          new stream_room{std::move(shape), std::move(next), {}}};
}

}  // namespace urlsieve
