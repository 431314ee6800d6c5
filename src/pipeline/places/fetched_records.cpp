#include "src/pipeline/places/fetched_records.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "src/codec/compression.hpp"
#include "src/transfer/remote_access.hpp"
#include "src/transfer/remote_name.hpp"

namespace urlsieve {
namespace {

// Requests cost more than these bytes between two records.
constexpr std::uint64_t largest_gap = std::uint64_t{16} << 10U;
constexpr std::uint64_t largest_request = std::uint64_t{1} << 20U;
// Bounds the memory of records in a request.
constexpr std::size_t most_pending_records = 4096;

}  // namespace

stored_record read_longest(fetched_record& fetched, stored_record_reader& reader) {
  const std::string_view bytes = fetched.bytes;
  stored_record whole = reader.read(bytes, fetched.dictionary);
  if (!whole.fault) return whole;
  for (auto shorter = fetched.shorter.rbegin(); shorter != fetched.shorter.rend(); ++shorter) {
    if (*shorter >= bytes.size()) continue;
    const auto size = static_cast<std::size_t>(*shorter);
    const stored_record record = reader.read(bytes.substr(0, size), fetched.dictionary);
    if (record.fault) continue;
    fetched.bytes.resize(size);
    return record;
  }
  return whole;
}

result<std::optional<fetched_record>> fetched_records::next() {
  fill();
  if (failure_) return tl::unexpected(*failure_);
  if (pending_.empty()) return std::nullopt;
  pending first = std::move(pending_.front());
  pending_.pop_front();
  if (!first.record.fault) read(first);
  fetched_record& record = first.record;
  if (record.fault && record.fault->is_exhaustion)
    return tl::unexpected(
        error{error_code::out_of_memory, "cannot read " + *record.input + ": " + record.fault->why});
  return std::move(record);
}

// Takes places until the first record has been requested and no more may be requested. A local file is read
// when its record is due.
void fetched_records::fill() {
  while (!has_ended_ && !failure_ && may_request()) {
    const std::optional<record_place> place = ahead_ ? std::exchange(ahead_, std::nullopt) : places_();
    if (place)
      add(*place);
    else
      has_ended_ = true;
  }
  if (has_ended_) request_last();
}

// Returns true if another place is needed, or may be requested ahead.
bool fetched_records::may_request() const {
  if (pending_.empty()) return true;
  const pending& back = pending_.back();
  if (!back.input->is_remote()) return false;
  if (back.from == last_ && pending_.front().from == last_) return true;  // the first request is not sent yet
  const unsigned connections = options_.remote.access->connections();
  return requests_ <= connections && request_bytes_ < options_.limit.most;
}

void fetched_records::add(const record_place& place) {
  std::string name = is_remote_name(place.input) ? std::string() : options_.prefix;
  name.append(place.input);
  if (name_ == nullptr || *name_ != name) {
    request_last();
    name_ = std::make_shared<const std::string>(std::move(name));
    input_ = std::make_shared<record_input>(*name_, options_.remote);
    if (std::any_of(options_.outputs.begin(), options_.outputs.end(),
                    [&](const file_identity& output) { return input_->is_file(output); })) {
      failure_ = error{error_code::usage, *name_ + " is an input: write to another file"};
      return;
    }
  }
  pending added;
  added.input = input_;
  added.record.input = name_;
  added.record.offset = place.offset;
  added.record.shorter.assign(place.shorter.begin(), place.shorter.end());
  added.size = place.length;
  if (input_->fault()) {
    added.record.fault = input_->fault();
    added.record.count = skip_input(std::string(place.input));
  } else if (place.length == 0) {
    added.record.fault = input_fault{damage::bad_record_length, "the length of the record is 0"};
  } else if (place.length > options_.limit.most) {
    added.record.fault = input_fault{damage::too_large, too_large_message(place.length, options_.limit)};
  } else if (extends_last(place)) {
    const std::uint64_t size = std::max(last_->size, place.offset + place.length - last_->begin);
    request_bytes_ += size - last_->size;
    last_->size = size;
    added.from = last_;
  } else {
    request_last();
    added.from = last_ = std::make_shared<range>();
    last_->begin = place.offset;
    last_->size = place.length;
    if (input_->is_remote()) {
      ++requests_;
      request_bytes_ += last_->size;
    } else {
      request_last();
    }
  }
  pending_.push_back(std::move(added));
}

// Skips the further places of an input that is unavailable. Returns the number of its places.
std::uint64_t fetched_records::skip_input(const std::string& input) {
  std::uint64_t count = 1;
  while (options_.remote.stop == nullptr || !*options_.remote.stop) {
    ahead_ = places_();
    if (!ahead_ || ahead_->input != input) break;
    ++count;
    ahead_.reset();
  }
  has_ended_ = !ahead_;
  return count;
}

bool fetched_records::extends_last(const record_place& place) const {
  if (last_ == nullptr || pending_.size() >= most_pending_records) return false;
  const std::uint64_t end = place.offset + place.length;
  return place.offset <= last_->begin + last_->size + largest_gap &&
         end - last_->begin <= std::min<std::uint64_t>(largest_request, options_.limit.most);
}

void fetched_records::request_last() {
  if (last_ == nullptr) return;
  input_->expect(last_->begin, static_cast<std::size_t>(last_->size));
  last_.reset();
}

// Sets the bytes or the fault of the record.
void fetched_records::read(pending& first) {
  range& from = *first.from;
  if (first.from == last_) request_last();
  if (!from.is_read) {
    from.is_read = true;
    from.fault = first.input->read(from.begin, static_cast<std::size_t>(from.size), from.bytes);
    if (first.input->is_remote()) {
      --requests_;
      request_bytes_ -= from.size;
    }
  }
  fetched_record& record = first.record;
  const std::uint64_t at = record.offset - from.begin;
  if (from.fault) {
    record.fault = from.fault;
  } else if (first.from.use_count() == 1 && at == 0 && from.bytes.size() <= first.size) {
    record.bytes = std::move(from.bytes);
  } else if (at < from.bytes.size()) {
    record.bytes = from.bytes.substr(static_cast<std::size_t>(at), static_cast<std::size_t>(first.size));
  } else {
    record.fault = input_fault{damage::truncated_record, "the input ends before the record"};
  }
  if (!record.fault && sniff_compression(record.bytes) == compression::zstd)
    record.dictionary = first.input->dictionary();
}

}  // namespace urlsieve
