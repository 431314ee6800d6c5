#include "src/input/archives/nested_inputs.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "src/input/mail_stores/mail_folder.hpp"
#include "src/text/ascii.hpp"
#include "urlsieve/enum_table.hpp"

namespace urlsieve {
namespace {

struct split_path {
  std::string_view folder;  // with its "/", or empty
  std::string_view name;
};

split_path split(std::string_view path) {
  while (path.ends_with('/')) path.remove_suffix(1);
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return {{}, path};
  return {path.substr(0, slash + 1), path.substr(slash + 1)};
}

// Decompression-bomb limit: beyond 256 MiB, all content may have at most 1,100 times the stored size, the
// best ratio of a single deflate. Nested archives could reach the fourth power.
constexpr std::uint64_t free_expansion = std::uint64_t{256} << 20;
constexpr std::uint64_t max_expansion = 1100;

// Limit of held members and of the datapackage.json, in bytes.
constexpr std::size_t most_held_members = std::size_t{32} << 20;

std::string_view word_of(entry_kind kind) {
  constexpr auto words = enum_table<entry_kind>({{entry_kind::file, "file"},
                                                 {entry_kind::directory, "directory"},
                                                 {entry_kind::link, "link"},
                                                 {entry_kind::device, "device"},
                                                 {entry_kind::fifo, "fifo"},
                                                 {entry_kind::socket, "socket"}});
  return words[static_cast<std::size_t>(kind)];
}

// True for the symbol table and the table of long names of an ar archive.
bool is_index_of_ar(std::string_view path) {
  return path == "/" || path == "//" || path == "/SYM64/";
}

}  // namespace

archived_folders::signs* archived_folders::signs_of(std::string_view folder) {
  const auto found = folders_.find(folder);
  if (found != folders_.end()) return &found->second;
  return folders_.size() < most ? &folders_[std::string(folder)] : nullptr;
}

archived_folders::signs archived_folders::known(std::string_view folder) const {
  const auto found = folders_.find(folder);
  return found == folders_.end() ? signs() : found->second;
}

void archived_folders::note_child(std::string_view folder, std::string_view name) {
  if (name != "cur" && name != "new") return;
  signs* const of = signs_of(folder);
  if (of != nullptr) (name == "cur" ? of->current : of->fresh) = true;
}

void archived_folders::note_directory(std::string_view path) {
  const split_path directory = split(path);
  note_child(directory.folder, directory.name);
}

std::string_view archived_folders::skip_reason(std::string_view path) {
  const split_path file = split(path);
  const split_path above = split(file.folder);
  if (file.folder != last_) {
    last_ = file.folder;
    note_child(above.folder, above.name);
  }
  const auto is_maildir = [](signs of) { return of.current && of.fresh; };
  if (above.name == "tmp" && is_maildir(known(above.folder))) return "maildir-tmp";
  const bool numbered = is_message_number(file.name);
  if (numbered || file.name == ".mh_sequences") {
    signs* const of = signs_of(file.folder);
    if (of != nullptr) (numbered ? of->numbered : of->sequences) = true;
    if (numbered) return {};
  }
  if (!may_be_mail_index(file.name)) return {};
  const signs of = known(file.folder);
  return is_mail_index(file.name, {is_maildir(of), of.sequences, of.numbered}) ? "mail-index"
                                                                               : std::string_view();
}

class nested_inputs::member : public byte_source {
 public:
  explicit member(nested_inputs& from) : from_(&from) {}

  std::size_t read(std::span<char> out, stats& counted) override {
    std::size_t filled = 0;
    while (filled < out.size() && !is_over_) {
      if (from_->expands_too_far()) {
        is_over_ = true;
        from_->give_up();
        counted.damaged_in(damage::expansion_limit, name(), {delivered_, std::nullopt},
                           "an archive in archives");
        break;
      }
      const std::optional<std::size_t> got = from_->reader_.read(out.subspan(filled));
      if (!got)
        counted.damaged_in(from_->reader_.reason(), name(), {delivered_, std::nullopt},
                           from_->reader_.fault());
      is_over_ = got.value_or(0) == 0;
      from_->note_read(out.subspan(filled), got);
      filled += got.value_or(0);
      delivered_ += got.value_or(0);
      from_->count_delivered(got.value_or(0));
    }
    counted.bytes += filled;
    return filled;
  }

  [[nodiscard]] bool after_gap() const override { return false; }

  // Offsets in a member start at 0.
  void take_marks(std::vector<offset_mark>& marks) override {
    if (!std::exchange(marked_, true)) marks.push_back({0, 0, true});
  }

  [[nodiscard]] std::shared_ptr<member_run> take_first_run() override { return from_->reader_.take_run(); }
  [[nodiscard]] int exhaustion() const override { return from_->reader_.packed().exhaustion(); }
  [[nodiscard]] std::uint64_t stored_position() const override { return from_->stored_position(); }
  [[nodiscard]] std::uint64_t stored_size() const override { return 0; }
  [[nodiscard]] std::string_view name() const override { return from_->member_name_; }

 protected:
  void count_held(std::size_t bytes) { delivered_ += bytes; }

 private:
  nested_inputs* from_;
  std::uint64_t delivered_ = 0;
  bool is_over_ = false;
  bool marked_ = false;
};

class nested_inputs::held_member final : public member {
 public:
  explicit held_member(nested_inputs& from) : member(from), from_(&from) {}

  std::size_t read(std::span<char> out, stats& counted) override {
    const std::string& bytes = from_->released_.bytes;
    const std::size_t part = std::min(bytes.size() - at_, out.size());
    std::copy_n(bytes.data() + at_, part, out.data());
    at_ += part;
    counted.bytes += part;
    count_held(part);
    if (part == out.size() || !from_->released_.is_partial) return part;
    return part + member::read(out.subspan(part), counted);
  }

  [[nodiscard]] std::shared_ptr<member_run> take_first_run() override { return nullptr; }

 private:
  nested_inputs* from_;
  std::size_t at_ = 0;
};

nested_inputs::nested_inputs(file_archive kind, std::unique_ptr<byte_source> packed, std::string_view head,
                             std::vector<offset_mark> marks, nested_inputs* outer, read_ahead ahead,
                             std::size_t junk)
    : declares_collection_(ahead.declares_collection),
      reader_(kind, std::move(packed), head, std::move(ahead), junk),
      name_(reader_.packed().name()),
      marks_(std::move(marks)),
      outer_(outer) {
  if (kind == file_archive::zip && declares_collection_ != nullptr) look_for_package();
}

nested_inputs::~nested_inputs() = default;

// Adds bytes read from the current member to its checksum; nullopt: the rest is lost.
void nested_inputs::note_read(std::span<const char> buffer, std::optional<std::size_t> got) {
  if (!open_) return;
  open_ = got.value_or(0) != 0;
  if (open_) checksums_->add(buffer.first(*got));
  if (got == 0U) checksums_->end();
}

// Reads the rest of the current member for its checksum.
void nested_inputs::finish_member(stats& counted) {
  if (!open_) return;
  std::vector<char> buffer(std::size_t{64} << 10);
  while (open_ && !expands_too_far()) {
    const std::optional<std::size_t> got = reader_.read(buffer);
    if (!got) counted.damaged_in(reader_.reason(), name_ + '!' + reader_.head().path, {}, reader_.fault());
    note_read(buffer, got);
    count_delivered(got.value_or(0));
  }
  open_ = false;
}

const member_checksums* nested_inputs::checksums() {
  if (!is_over_ || !checksums_ || (!collection_.is_declared() && !ascii::ends(name_, ".wacz")))
    return nullptr;
  checksums_->keep_folder(collection_.folder());
  return &*checksums_;
}

void nested_inputs::look_for_package() {
  const zip_entries* const directory = reader_.zip_directory_ahead();
  awaits_package_ = directory == nullptr || directory->has_package();
  if (directory == nullptr || !awaits_package_) return;
  const std::optional<zip_entries::package> package = directory->read_package(most_held_members);
  if (!package) return;
  awaits_package_ = false;
  declare(package->path, package->text);
}

void nested_inputs::declare(std::string_view path, std::string_view package) {
  if (declares_collection_(package)) collection_.declare(path);
}

// Holds the current member if it waits for the package or is the package; returns true if its bytes were
// read.
bool nested_inputs::holds(const archive_entry_head& entry, stats& counted) {
  const bool is_package = is_package_path(entry.path);
  if (!awaits_package_ || (!is_package && !web_collection::may_describe(entry.path))) return false;
  waiting_member waiting{entry.path, {}};
  member_name_.assign(name_).append(1, '!').append(entry.path);
  member from(*this);
  std::string block(std::size_t{64} << 10, '\0');
  stats read;
  while (std::size_t got = from.read(block, read)) {
    waiting.bytes.append(block, 0, got);
    waiting.is_partial = waiting_bytes_ + waiting.bytes.size() > most_held_members;
    if (waiting.is_partial) break;
  }
  read.bytes = 0;  // counted when the member is returned
  waiting_is_damaged_ = waiting_is_damaged_ || read.total_damage() != 0;
  counted.add(read);
  if (is_package && !waiting.is_partial) declare(waiting.path, waiting.bytes);
  waiting_bytes_ += waiting.bytes.size();
  waiting_.push_back(std::move(waiting));
  const bool is_top_package = is_package && read.total_damage() == 0 &&
                              plain_member_path(entry.path).find('/') == std::string_view::npos;
  awaits_package_ = !is_top_package && !collection_.is_declared() && waiting_bytes_ <= most_held_members;
  if (!awaits_package_) release_held(counted);
  return true;
}

// Ends the wait for a package: no further member can declare a collection.
void nested_inputs::end_collection(stats& counted) {
  if (std::exchange(awaits_package_, false)) {
    if (may_be_cut_collection()) collection_.declare("datapackage.json");
    release_held(counted);
  }
  if (!collection_.is_declared() || collection_.has_archives() || fault_ || waiting_is_damaged_) return;
  constexpr std::string_view detail = "a WACZ collection without web archives in archive/";
  counted.damaged_in(damage::unknown_format, name_, {}, detail);
  fault_ = unread_input{name_, damage::unknown_format, std::string(detail)};
  members_ = 0;
}

// True if the archive is truncated and all of its members are where collections have them; its package may be
// lost.
bool nested_inputs::may_be_cut_collection() const {
  return (fault_ || waiting_is_damaged_) && !has_others_ && !waiting_.empty();
}

std::unique_ptr<byte_source> nested_inputs::next_released() {
  is_released_ = true;
  released_ = std::move(waiting_.front());
  waiting_.pop_front();
  releases_ = !waiting_.empty();
  member_name_.assign(name_).append(1, '!').append(released_.path);
  return std::make_unique<held_member>(*this);
}

// Makes the held members the next ones, except for descriptions of a collection's archives.
void nested_inputs::release_held(stats& counted) {
  std::erase_if(waiting_, [&](const waiting_member& waiting) {
    const std::string_view left_out = collection_.skip_reason(waiting.path);
    if (!left_out.empty()) counted.count_skipped("wacz", left_out);
    return !left_out.empty();
  });
  releases_ = !waiting_.empty();
}

// An archive's count includes the content of nested archives.
void nested_inputs::count_delivered(std::uint64_t bytes) {
  for (nested_inputs* archive = this; archive != nullptr; archive = archive->outer_)
    archive->delivered_ += bytes;
}

// True if the limit is exceeded, with `more` further bytes.
bool nested_inputs::expands_too_far(std::uint64_t more) const {
  const nested_inputs* outermost = this;
  while (outermost->outer_ != nullptr) outermost = outermost->outer_;
  const std::uint64_t delivered = outermost->delivered_ + more;
  return delivered > free_expansion && delivered / max_expansion > outermost->reader_.bytes_read();
}

void nested_inputs::give_up() {
  for (nested_inputs* archive = this; archive != nullptr; archive = archive->outer_) archive->is_over_ = true;
}

input_place nested_inputs::place_of_fault() {
  input_place place{std::nullopt, reader_.place()};
  reader_.packed().take_marks(marks_);
  locate(place, marks_);
  return place;
}

std::unique_ptr<byte_source> nested_inputs::next(stats& counted) {
  while (!is_over_) {
    if (releases_) return next_released();
    finish_member(counted);
    is_released_ = false;
    const archive_reader::step event = reader_.next();
    take_counts(counted);
    if (event == archive_reader::step::end) {
      end_collection(counted);
      if (releases_) continue;
      break;
    }
    if (event == archive_reader::step::damaged) {
      counted.damaged_in(reader_.reason(), name_, place_of_fault(), reader_.fault());
      if (!fault_) fault_ = unread_input{name_, reader_.reason(), reader_.fault()};
      continue;
    }
    const archive_entry_head& entry = reader_.head();
    ++members_;
    open_ = checksums_ && entry.kind == entry_kind::file && !entry.encrypted && !entry.too_large;
    if (open_) checksums_->begin(entry.path);
    if (is_skipped(counted)) continue;
    if (!entry.encrypted && !entry.too_large && holds(entry, counted)) continue;
    has_others_ = has_others_ || !web_collection::may_be_archive(entry.path);
    member_name_.assign(name_).append(1, '!').append(entry.path);
    if (!entry.encrypted && !entry.too_large) return std::make_unique<member>(*this);
    counted.not_read(damage::unreadable, member_name_,
                     entry.encrypted ? "it is encrypted" : "it asks for too much memory");
  }
  is_over_ = true;
  reader_.drain();
  take_counts(counted);
  counted.add(reader_.take_counts());  // the counters of a file that was read by its directory, too
  return nullptr;
}

std::string_view nested_inputs::whole_member() const {
  const std::string_view whole = open_ || is_released_ ? std::string_view() : reader_.whole();
  return expands_too_far(whole.size()) ? std::string_view() : whole;
}

std::shared_ptr<const slab> nested_inputs::take_whole_member(stats& counted) {
  const std::size_t size = whole_member().size();
  counted.bytes += size;
  count_delivered(size);
  return reader_.hold();
}

// Many small members share a block, so counters are taken once a block.
void nested_inputs::take_counts(stats& counted) {
  if (std::exchange(counted_to_, reader_.bytes_read()) == reader_.bytes_read()) return;
  counted.add(reader_.take_counts());
  reader_.packed().take_marks(marks_);
  forget_before(marks_, reader_.place());
}

bool nested_inputs::is_skipped(stats& counted) {
  const archive_entry_head& entry = reader_.head();
  if (entry.kind == entry_kind::directory) folders_.note_directory(entry.path);
  if (entry.kind == entry_kind::directory || is_index_of_ar(entry.path)) return true;
  if (entry.kind != entry_kind::file) {
    counted.count_skipped("file", word_of(entry.kind));
    return true;
  }
  const std::string_view left_out = collection_.skip_reason(entry.path);
  if (!left_out.empty()) {
    counted.count_skipped("wacz", left_out);
    return true;
  }
  const std::string_view no_message = folders_.skip_reason(entry.path);
  if (!no_message.empty()) counted.count_skipped("file", no_message);
  return !no_message.empty();
}

std::optional<unread_input> nested_inputs::not_read() const {
  return members_ == 0 ? fault_ : std::nullopt;
}

}  // namespace urlsieve
