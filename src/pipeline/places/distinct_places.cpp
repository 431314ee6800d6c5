#include "src/pipeline/places/distinct_places.hpp"

#include <span>
#include <utility>

#include "src/dedup/pair_line.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t most_lengths = 8;  // of a place

}  // namespace

distinct_places::distinct_places(spill_area& area, std::uint64_t memory, std::uint64_t most)
    : entries_(area, run_fields{}, 0U, sorted_entries::within(static_cast<std::size_t>(memory))),
      most_(most) {}

result<void> distinct_places::add(const record_place& place) {
  key_.clear();
  append_place_key(place, key_);
  return entries_.add(sighting_of(key_));
}

result<void> distinct_places::open() {
  result<std::unique_ptr<entry_stream>> stream = entries_.open(unpacker_);
  if (!stream) return tl::unexpected(std::move(stream.error()));
  stream_ = std::move(*stream);
  has_entry_ = stream_->advance();
  return {};
}

std::optional<record_place> distinct_places::next() {
  if (!has_entry_) return std::nullopt;
  key_ = stream_->entry().url;
  record_place place = place_of_key(key_);
  shortest_ = longest_ = place.length;
  lengths_.assign(1, place.length);
  while ((has_entry_ = stream_->advance()) && have_equal_begins(key_, stream_->entry().url)) {
    longest_ = place_of_key(stream_->entry().url).length;
    if (lengths_.size() < most_lengths)
      lengths_.push_back(longest_);
    else if (longest_ <= most_)
      lengths_.back() = longest_;
  }
  while (lengths_.size() > 1 && lengths_.back() > most_) lengths_.pop_back();
  place.length = lengths_.back();
  place.shorter = std::span(lengths_).first(lengths_.size() - 1);
  return place;
}

std::string distinct_places::contradiction() const {
  if (shortest_ == longest_) return {};
  return "the rows have different lengths of the record, from " + std::to_string(shortest_) + " to " +
         std::to_string(longest_);
}

}  // namespace urlsieve
