#include "src/input/nested_inputs.hpp"

#include <array>
#include <utility>
#include <vector>

namespace urlsieve {
namespace {

// Beyond this size all that the archives of a file hold is at most so many times what is stored: the best
// that deflate can do, once. Archives in archives could do it four times over.
constexpr std::uint64_t free_expansion = std::uint64_t{256} << 20;
constexpr std::uint64_t max_expansion = 1100;

std::string_view word_of(entry_kind kind) {
  constexpr std::array<std::string_view, 6> words{"file", "directory", "link", "device", "fifo", "socket"};
  return words[static_cast<std::size_t>(kind)];
}

// Symbols and long names of an archive of object files.
bool is_index_of_ar(std::string_view path) {
  return path == "/" || path == "//" || path == "/SYM64/";
}

}  // namespace

class nested_inputs::member final : public byte_source {
 public:
  explicit member(nested_inputs& from) : from_(&from) {}

  std::size_t read(std::span<char> out, stats& counted) override {
    std::size_t filled = 0;
    while (filled < out.size() && !over_) {
      if (from_->expands_too_far()) {
        over_ = true;
        from_->give_up();
        counted.damaged_in(damage::expansion_limit, name(), {given_, std::nullopt}, "an archive in archives");
        break;
      }
      const std::optional<std::size_t> got = from_->reader_.read(out.subspan(filled));
      if (!got)
        counted.damaged_in(from_->reader_.reason(), name(), {given_, std::nullopt}, from_->reader_.fault());
      over_ = got.value_or(0) == 0;
      from_->note_read(out.subspan(filled), got);
      filled += got.value_or(0);
      given_ += got.value_or(0);
      from_->count_given(got.value_or(0));
    }
    counted.bytes += filled;
    return filled;
  }

  [[nodiscard]] bool after_gap() const override { return false; }

  // Offsets in a member are its own.
  void take_marks(std::vector<place_mark>& marks) override {
    if (!std::exchange(marked_, true)) marks.push_back({0, 0, true});
  }

  [[nodiscard]] std::shared_ptr<member_run> take_first_run() override { return from_->reader_.take_run(); }
  [[nodiscard]] int shortage() const override { return from_->reader_.packed().shortage(); }
  [[nodiscard]] std::uint64_t stored_position() const override { return from_->stored_position(); }
  [[nodiscard]] std::uint64_t stored_size() const override { return 0; }
  [[nodiscard]] std::string_view name() const override { return from_->member_name_; }

 private:
  nested_inputs* from_;
  std::uint64_t given_ = 0;
  bool over_ = false;
  bool marked_ = false;
};

nested_inputs::nested_inputs(file_archive kind, std::unique_ptr<byte_source> packed, std::string_view head,
                             std::vector<place_mark> marks, nested_inputs* outer, read_ahead how)
    : reader_(kind, std::move(packed), head, std::move(how)),
      name_(reader_.packed().name()),
      marks_(std::move(marks)),
      outer_(outer) {
  if (kind == file_archive::zip)
    collection_.emplace(name_, head, reader_.by_directory() ? reader_.tail() : std::string());
}

nested_inputs::~nested_inputs() = default;

// What was read of the member at hand goes into its checksums; nothing: the rest of it is lost.
void nested_inputs::note_read(std::span<const char> room, std::optional<std::size_t> got) {
  if (!open_) return;
  open_ = got.value_or(0) != 0;
  if (open_) checksums_->add(room.first(*got));
  if (got == 0U) checksums_->end();
}

// Reads what is left of the member at hand, for its checksums.
void nested_inputs::finish_member(stats& counted) {
  if (!open_) return;
  std::vector<char> room(std::size_t{64} << 10);
  while (open_ && !expands_too_far()) {
    const std::optional<std::size_t> got = reader_.read(room);
    if (!got) counted.damaged_in(reader_.reason(), name_ + '!' + reader_.head().path, {}, reader_.fault());
    note_read(room, got);
    count_given(got.value_or(0));
  }
  open_ = false;
}

const member_checksums* nested_inputs::checksums() const {
  return over_ && checksums_ && collection_ && collection_->is_one() ? &*checksums_ : nullptr;
}

// An archive counts what all archives inside it hold.
void nested_inputs::count_given(std::uint64_t bytes) {
  for (nested_inputs* one = this; one != nullptr; one = one->outer_) one->given_ += bytes;
}

// With so many bytes that are to be given.
bool nested_inputs::expands_too_far(std::uint64_t more) const {
  const nested_inputs* outermost = this;
  while (outermost->outer_ != nullptr) outermost = outermost->outer_;
  const std::uint64_t given = outermost->given_ + more;
  return given > free_expansion && given / max_expansion > outermost->reader_.taken();
}

void nested_inputs::give_up() {
  for (nested_inputs* one = this; one != nullptr; one = one->outer_) one->over_ = true;
}

input_place nested_inputs::place_of_fault() {
  input_place place{std::nullopt, reader_.place()};
  reader_.packed().take_marks(marks_);
  locate(place, marks_);
  return place;
}

std::unique_ptr<byte_source> nested_inputs::next(stats& counted) {
  while (!over_) {
    finish_member(counted);
    const archive_reader::step made = reader_.next();
    take_counts(counted);
    if (made == archive_reader::step::end) break;
    if (made == archive_reader::step::damaged) {
      counted.damaged_in(reader_.reason(), name_, place_of_fault(), reader_.fault());
      if (!fault_) fault_ = unread_input{name_, reader_.reason(), reader_.fault()};
      continue;
    }
    const archive_entry_head& entry = reader_.head();
    ++members_;
    open_ = checksums_ && entry.kind == entry_kind::file && !entry.encrypted && !entry.too_large;
    if (open_) checksums_->begin(entry.path);
    if (is_passed_over(counted)) continue;
    member_name_.assign(name_).append(1, '!').append(entry.path);
    if (!entry.encrypted && !entry.too_large) return std::make_unique<member>(*this);
    counted.not_read(damage::unreadable, member_name_,
                     entry.encrypted ? "it is encrypted" : "it asks for too much memory");
  }
  over_ = true;
  reader_.drain();
  take_counts(counted);
  return nullptr;
}

std::string_view nested_inputs::whole_member() const {
  const std::string_view whole = open_ ? std::string_view() : reader_.whole();
  return expands_too_far(whole.size()) ? std::string_view() : whole;
}

std::shared_ptr<const slab> nested_inputs::take_whole_member(stats& counted) {
  const std::size_t size = whole_member().size();
  counted.bytes += size;
  count_given(size);
  return reader_.hold();
}

// Small members are many in what is read at once.
void nested_inputs::take_counts(stats& counted) {
  if (std::exchange(counted_to_, reader_.taken()) == reader_.taken()) return;
  counted.add(reader_.take_counts());
  reader_.packed().take_marks(marks_);
  forget_before(marks_, reader_.place());
}

bool nested_inputs::is_passed_over(stats& counted) {
  const archive_entry_head& entry = reader_.head();
  if (entry.kind == entry_kind::directory) folders_.note_directory(entry.path);
  if (entry.kind == entry_kind::directory || is_index_of_ar(entry.path)) return true;
  if (entry.kind != entry_kind::file) {
    counted.pass_over("file", word_of(entry.kind));
    return true;
  }
  const std::string_view left_out = collection_ ? collection_->leaves_out(entry.path) : std::string_view();
  if (!left_out.empty()) {
    counted.pass_over("wacz", left_out);
    return true;
  }
  const std::string_view no_message = folders_.leaves_out(entry.path);
  if (!no_message.empty()) counted.pass_over("file", no_message);
  return !no_message.empty();
}

std::optional<unread_input> nested_inputs::not_read() const {
  return members_ == 0 ? fault_ : std::nullopt;
}

}  // namespace urlsieve
