// The text of the state of a journal: lines of a name and values, separated by TABs; strings are
// percent-encoded. The last line is the checksum of all previous lines.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <utility>

#include "src/pipeline/resume/journal.hpp"
#include "src/text/scan/fingerprint.hpp"

namespace urlsieve {

namespace {

constexpr std::string_view first_line = "urlsieve journal\t5\n";
constexpr std::string_view last_name = "checksum\t";
constexpr std::string_view hex_digits = "0123456789ABCDEF";

class line_maker {
 public:
  line_maker& begin(std::string_view name) {
    if (!text_.empty() && text_.back() != '\n') text_ += '\n';
    text_.append(name);
    return *this;
  }
  line_maker& add(std::uint64_t number) {
    text_.append(1, '\t').append(std::to_string(number));
    return *this;
  }
  line_maker& add(std::string_view bytes) {
    text_ += '\t';
    for (const char c : bytes) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte > 0x20 && byte != '%' && byte != 0x7F) {
        text_ += c;
      } else {
        text_.append(1, '%').append(1, hex_digits[byte >> 4U]).append(1, hex_digits[byte & 15U]);
      }
    }
    return *this;
  }
  std::string take() {
    text_ += '\n';
    return std::move(text_);
  }

 private:
  std::string text_;
};

// Reads the values of a line in order. sound() is false after a missing or malformed value.
class line_values {
 public:
  explicit line_values(std::string_view line) : rest_(line) { name_ = next(); }

  [[nodiscard]] std::string_view name() const { return name_; }
  [[nodiscard]] bool is_valid() const { return is_valid_; }

  std::uint64_t number() {
    const std::string_view digits = next();
    std::uint64_t value = 0;
    const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    is_valid_ = is_valid_ && failed == std::errc() && end == digits.data() + digits.size();
    return value;
  }

  std::string bytes() {
    const std::string_view written = next();
    std::string value;
    for (std::size_t i = 0; i < written.size(); ++i) {
      if (written[i] != '%') {
        value += written[i];
        continue;
      }
      const std::size_t high = i + 2 < written.size() ? hex_digits.find(written[i + 1]) : std::string::npos;
      const std::size_t low = i + 2 < written.size() ? hex_digits.find(written[i + 2]) : std::string::npos;
      if (high == std::string::npos || low == std::string::npos) {
        is_valid_ = false;
        return value;
      }
      value += static_cast<char>(high << 4U | low);
      i += 2;
    }
    return value;
  }

 private:
  std::string_view next() {
    is_valid_ = is_valid_ && !ended_;
    const std::size_t tab = rest_.find('\t');
    const std::string_view value = rest_.substr(0, tab);
    ended_ = tab == std::string_view::npos;
    rest_.remove_prefix(ended_ ? rest_.size() : tab + 1);
    return value;
  }

  std::string_view rest_;
  std::string_view name_;
  bool ended_ = false;
  bool is_valid_ = true;
};

template <std::size_t Size>
void write_counts(std::string_view name, const std::array<std::uint64_t, Size>& counts, line_maker& out) {
  out.begin(name);
  for (const std::uint64_t count : counts) out.add(count);
}

template <std::size_t Size>
void read_counts(line_values& from, std::array<std::uint64_t, Size>& counts) {
  for (std::uint64_t& count : counts) count = from.number();
}

// Writes the offset plus 1; 0 for no offset.
void write_offset(const std::optional<std::uint64_t>& offset, line_maker& out) {
  out.add(offset ? *offset + 1 : 0);
}

std::optional<std::uint64_t> read_offset(line_values& from) {
  const std::uint64_t written = from.number();
  if (written == 0) return std::nullopt;
  return written - 1;
}

void write_verdicts(const input_verdicts& inputs, line_maker& out) {
  for (const auto& [format, times] : inputs.read) out.begin("read").add(format).add(times);
  out.begin("not-whole").add(inputs.with_damage).add(inputs.not_read);
  for (const damaged_input& input : inputs.damaged) {
    write_counts("damaged-input", input.damaged, out);
    out.add(input.name).add(input.format);
  }
  for (const unread_input& input : inputs.unread)
    out.begin("unread").add(static_cast<std::uint64_t>(input.why)).add(input.name).add(input.detail);
}

damage read_damage(line_values& from) {
  return static_cast<damage>(std::min<std::uint64_t>(from.number(), damage_count - 1));
}

// Returns false for other lines.
bool read_verdicts(line_values& line, input_verdicts& inputs) {
  const std::string_view name = line.name();
  if (name == "read") {
    const std::string format = line.bytes();
    inputs.read[format] = line.number();
  } else if (name == "not-whole") {
    inputs.with_damage = line.number();
    inputs.not_read = line.number();
  } else if (name == "damaged-input") {
    damaged_input& input = inputs.damaged.emplace_back();
    read_counts(line, input.damaged);
    input.name = line.bytes();
    input.format = line.bytes();
  } else if (name == "unread") {
    unread_input& input = inputs.unread.emplace_back();
    input.why = read_damage(line);
    input.name = line.bytes();
    input.detail = line.bytes();
  } else {
    return false;
  }
  return true;
}

template <std::size_t Reasons>
void write_examples(std::string_view name, const first_examples<Reasons>& examples, line_maker& out) {
  for (const auto& example : examples.all())
    out.begin(name).add(std::uint64_t{example.reason}).add(example.text);
}

template <std::size_t Reasons>
void read_example(line_values& from, first_examples<Reasons>& examples) {
  const auto reason = static_cast<std::size_t>(std::min<std::uint64_t>(from.number(), Reasons - 1));
  examples.restore(reason, from.bytes());
}

log_histogram read_sizes(line_values& from) {
  log_histogram sizes;
  for (std::size_t i = 0; i < log_histogram::buckets; ++i) sizes.add_to_bucket(i, from.number());
  return sizes;
}

// Writes the counters of references and their documents.
void write_links(const stats& counted, line_maker& out) {
  write_counts("documents", counted.contents.by_type, out);
  out.add(counted.contents.open).add(std::uint64_t{counted.contents.has_open}).add(counted.contents.before);
  write_counts("ended", counted.contents.ended.counts(), out);
  write_counts("lengths", counted.lengths.counts(), out);
  for (const auto& [name, times] : counted.where) out.begin("where").add(name).add(times);
  write_examples("rejected-example", counted.rejected_examples, out);
  write_examples("flagged-example", counted.flagged_examples, out);
}

// Returns false for other lines.
bool read_links(line_values& line, stats& counted) {
  const std::string_view name = line.name();
  if (name == "documents") {
    read_counts(line, counted.contents.by_type);
    counted.contents.open = line.number();
    counted.contents.has_open = line.number() != 0;
    counted.contents.before = line.number();
  } else if (name == "ended") {
    counted.contents.ended = read_sizes(line);
  } else if (name == "lengths") {
    counted.lengths = read_sizes(line);
  } else if (name == "where") {
    const std::string place = line.bytes();
    counted.where[place] = line.number();
  } else if (name == "rejected-example") {
    read_example(line, counted.rejected_examples);
  } else if (name == "flagged-example") {
    read_example(line, counted.flagged_examples);
  } else {
    return false;
  }
  return true;
}

void write_stats(const stats& counted, line_maker& out) {
  out.begin("counted")
      .add(counted.bytes_read)
      .add(counted.bytes)
      .add(counted.documents)
      .add(counted.references)
      .add(counted.kept)
      .add(counted.unique);
  write_counts("rejected", counted.rejected, out);
  write_counts("repaired", counted.repaired, out);
  write_counts("damaged", counted.damaged, out);
  write_counts("flagged", counted.flagged, out);
  write_counts("choices", counted.choices, out);
  for (const auto& [name, times] : counted.skipped) out.begin("passed-over").add(name).add(times);
  for (const damage_example& example : counted.examples) {
    out.begin("example").add(static_cast<std::uint64_t>(example.reason)).add(example.input);
    write_offset(example.place.stored, out);
    write_offset(example.place.plain, out);
    out.add(example.document).add(example.detail);
  }
  write_links(counted, out);
  write_verdicts(counted.inputs, out);
}

// Returns false for other lines.
bool read_stats(line_values& line, stats& counted) {
  const std::string_view name = line.name();
  if (name == "counted") {
    for (std::uint64_t* const count : {&counted.bytes_read, &counted.bytes, &counted.documents,
                                       &counted.references, &counted.kept, &counted.unique})
      *count = line.number();
  } else if (name == "rejected") {
    read_counts(line, counted.rejected);
  } else if (name == "repaired") {
    read_counts(line, counted.repaired);
  } else if (name == "damaged") {
    read_counts(line, counted.damaged);
  } else if (name == "flagged") {
    read_counts(line, counted.flagged);
  } else if (name == "choices") {
    read_counts(line, counted.choices);
  } else if (name == "passed-over") {
    const std::string key = line.bytes();
    counted.skipped[key] = line.number();
  } else if (name == "example") {
    damage_example example;
    example.reason = read_damage(line);
    example.input = line.bytes();
    example.place.stored = read_offset(line);
    example.place.plain = read_offset(line);
    example.document = line.bytes();
    example.detail = line.bytes();
    counted.examples.push_back(std::move(example));
  } else {
    return read_links(line, counted) || read_verdicts(line, counted.inputs);
  }
  return true;
}

// `in_gap`: the next counts belong to the last gap.
bool read_state(line_values& line, journal_state& state, std::string& identity, bool& in_gap) {
  const std::string_view name = line.name();
  if (name == "identity") {
    identity = line.bytes();
  } else if (name == "inputs") {
    state.inputs = line.number();
    state.inputs_checksum = line.bytes();
    state.next_batch = line.number();
  } else if (name == "names") {
    state.names = line.bytes();
    state.published = line.number() != 0;
  } else if (name == "gap" && !in_gap) {
    counted_gap& gap = state.gaps.emplace_back();
    gap.place.inputs = line.number();
    gap.place.first_batch = line.number();
    gap.place.end_batch = line.number();
    gap.place.next = line.bytes();
    gap.before = std::exchange(state.counted, {});
    in_gap = true;
  } else if (name == "gap-end") {
    in_gap = false;
  } else if (name == "redirects") {
    state.redirect_bytes = line.number();
    state.redirect_checksum = line.bytes();
  } else if (name == "run") {
    shard_run run;
    run.shard = static_cast<std::uint32_t>(line.number());
    run.file.name = line.bytes();
    run.file.bytes = line.number();
    run.file.entries = line.number();
    run.file.checksum = line.number();
    state.runs.push_back(std::move(run));
  } else if (name == "publishing") {
    state.publishing = line.bytes();
  } else {
    if (!state.publishing.empty()) return read_stats(line, state.totals);
    return read_stats(line, in_gap ? state.gaps.back().counted : state.counted);
  }
  return true;
}

}  // namespace

std::string journal_text(const journal_state& state, std::string_view identity) {
  line_maker out;
  out.begin(first_line.substr(0, first_line.size() - 1));
  out.begin("identity").add(identity);
  out.begin("inputs").add(state.inputs).add(state.inputs_checksum).add(state.next_batch);
  out.begin("redirects").add(state.redirect_bytes).add(state.redirect_checksum);
  out.begin("names").add(state.names).add(std::uint64_t{state.published});
  for (const counted_gap& gap : state.gaps) {
    write_stats(gap.before, out);
    out.begin("gap").add(gap.place.inputs).add(gap.place.first_batch).add(gap.place.end_batch);
    out.add(gap.place.next);
    write_stats(gap.counted, out);
    out.begin("gap-end");
  }
  write_stats(state.counted, out);
  for (const shard_run& run : state.runs) {
    out.begin("run").add(run.shard).add(run.file.name).add(run.file.bytes).add(run.file.entries);
    out.add(run.file.checksum);
  }
  if (!state.publishing.empty()) {
    out.begin("publishing").add(state.publishing);
    write_stats(state.totals, out);
  }
  std::string text = out.take();
  const std::string sum = checksum_of(text);
  return text.append(last_name).append(sum).append(1, '\n');
}

std::optional<std::pair<journal_state, std::string>> read_journal_text(std::string_view text) {
  const std::size_t end = text.rfind(last_name);
  if (!text.starts_with(first_line) || end == std::string_view::npos || text[end - 1] != '\n')
    return std::nullopt;
  if (text.substr(end) != std::string(last_name).append(checksum_of(text.substr(0, end))).append(1, '\n'))
    return std::nullopt;
  std::pair<journal_state, std::string> found;
  bool in_gap = false;
  for (std::string_view rest = text.substr(first_line.size(), end - first_line.size()); !rest.empty();) {
    const std::size_t line_end = rest.find('\n');
    line_values line(rest.substr(0, line_end));
    if (!read_state(line, found.first, found.second, in_gap) || !line.is_valid()) return std::nullopt;
    rest.remove_prefix(line_end + 1);
  }
  return found;
}

}  // namespace urlsieve
