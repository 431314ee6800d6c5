#include "src/records/fetched_records.hpp"

#include <algorithm>
#include <utility>

#include "src/codec/compression.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {

result<std::optional<fetched_record>> fetched_records::next() {
  if (result<void> filled = fill(); !filled) return tl::unexpected(std::move(filled.error()));
  if (pending_.empty()) return std::nullopt;
  pending first = std::move(pending_.front());
  pending_.pop_front();
  fetched_record& record = first.record;
  if (!record.fault) {
    if (first.input->is_remote()) pending_bytes_ -= first.size;
    record.fault = first.input->read(record.offset, first.size, record.bytes);
  }
  if (record.fault && record.fault->is_exhaustion)
    return tl::unexpected(
        error{error_code::out_of_memory, "cannot read " + *record.input + ": " + record.fault->why});
  if (!record.fault && sniff_compression(record.bytes) == compression::zstd)
    record.dictionary = first.input->dictionary();
  return std::move(record);
}

// Requests ranges ahead, up to the number of connections and the memory. A local file is read when its record
// is due.
result<void> fetched_records::fill() {
  const unsigned connections =
      options_.remote.access != nullptr ? options_.remote.access->options().connections : 1;
  while (!has_ended_ &&
         (pending_.empty() || (pending_.back().input != nullptr && pending_.back().input->is_remote() &&
                               pending_.size() < connections && pending_bytes_ < options_.most))) {
    const std::optional<record_place> place = places_();
    if (!place) {
      has_ended_ = true;
      break;
    }
    if (result<void> added = add(*place); !added) return added;
  }
  return {};
}

result<void> fetched_records::add(const record_place& place) {
  std::string name = options_.prefix;
  name.append(place.input);
  if (name_ == nullptr || *name_ != name) {
    name_ = std::make_shared<const std::string>(std::move(name));
    input_ = std::make_shared<record_input>(*name_, options_.remote);
    if (std::any_of(options_.outputs.begin(), options_.outputs.end(),
                    [&](const struct stat& output) { return input_->is_file(output); }))
      return tl::unexpected(error{error_code::usage, *name_ + " is an input: write to another file"});
  }
  pending& added = pending_.emplace_back();
  added.input = input_;
  added.record.input = name_;
  added.record.offset = place.offset;
  if (input_->fault()) {
    added.record.fault = input_->fault();
  } else if (place.length == 0) {
    added.record.fault = input_fault{damage::bad_record_length, "the length of the record is 0"};
  } else if (place.length > options_.most) {
    added.record.fault =
        input_fault{damage::too_large, "the record is larger than the largest document (max-document)"};
  } else {
    added.size = static_cast<std::size_t>(place.length);
    input_->expect(place.offset, added.size);
    if (input_->is_remote()) pending_bytes_ += added.size;
  }
  return {};
}

}  // namespace urlsieve
