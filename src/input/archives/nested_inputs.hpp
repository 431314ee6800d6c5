// Returns the members of an archive as inputs, one after another, in archive order. A member is a byte source
// whose name combines both names ("old.tar!mail/1.eml"). Nothing is extracted to disk, so paths cannot
// escape.
#ifndef URLSIEVE_INPUT_ARCHIVES_NESTED_INPUTS_HPP
#define URLSIEVE_INPUT_ARCHIVES_NESTED_INPUTS_HPP

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/input/archives/archive_reader.hpp"
#include "src/input/archives/file_archive.hpp"
#include "src/input/archives/member_checksums.hpp"
#include "src/input/byte_source.hpp"
#include "src/input/offset_mark.hpp"
#include "src/input/read_ahead.hpp"
#include "src/input/zip/web_collection.hpp"
#include "src/text/slab.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// Detects mail folders inside an archive, and the files in them that are no messages (see mail_folder). An
// archive is read once, in order, so only earlier entries show that a folder holds mail. Tools that sort
// names write "cur" and "new" before "tmp".
class archived_folders {
 public:
  // Maximum number of tracked folders; further folders count as ordinary.
  static constexpr std::size_t most = 65536;

  // Records a directory entry of the archive. `path` may end in "/".
  void note_directory(std::string_view path);

  // Returns the word under which the file entry counts as skipped ("maildir-tmp", "mail-index"). Empty: keep
  // the file. Also records the file, so callers pass all files in archive order.
  [[nodiscard]] std::string_view skip_reason(std::string_view path);

 private:
  struct signs {
    bool current = false;
    bool fresh = false;
    bool sequences = false;
    bool numbered = false;
  };

  void note_child(std::string_view folder, std::string_view name);
  [[nodiscard]] signs* signs_of(std::string_view folder);
  [[nodiscard]] signs known(std::string_view folder) const;

  std::map<std::string, signs, std::less<>> folders_;
  std::string last_;  // the folder whose name was noted last
};

class nested_inputs {
 public:
  // Maximum depth of archives within archives; deeper archives are not opened.
  static constexpr std::size_t max_depth = 4;

  // Requires: `head` was read from `packed` already; its first `junk` bytes precede the archive. `marks`: the
  // place marks of `packed` so far. `outer`: the archive that contains this archive, or null; must outlive
  // this object. `ahead` sets how far small members are read ahead.
  nested_inputs(file_archive kind, std::unique_ptr<byte_source> packed, std::string_view head,
                std::vector<offset_mark> marks, nested_inputs* outer, read_ahead ahead = {},
                std::size_t junk = 0);
  ~nested_inputs();
  nested_inputs(const nested_inputs&) = delete;
  nested_inputs& operator=(const nested_inputs&) = delete;

  // Makes next() compute the checksums of all members, including skipped members. Requires: next() was not
  // called.
  void make_checksums() { checksums_.emplace(); }

  // Returns the checksums if the archive is a web archive collection or its name ends in ".wacz"; else null.
  // Paths are relative to the collection's folder. Requires: next() has returned null.
  [[nodiscard]] const member_checksums* checksums();

  // Returns the next member that is a file, or null at the end. Requires: the member before is destroyed.
  // Throws like archive_reader.
  //
  // Skips and counts links, devices and other special entries ("file:link"), and files of mail folders that
  // hold no messages. Skips and counts members of a web archive collection (WACZ) outside archive/
  // ("wacz:indexes"). An encrypted member, and a member that needs too much memory, count as
  // damage::unreadable. The content of all members may have 256 MiB, or 1,100 times the bytes of the
  // outermost archive. Beyond that limit, the member ends as damage::expansion_limit, and so do all archives
  // around the member. A collection without an archive counts as damage::unknown_format. If no directory
  // shows whether the archive is a collection, next() holds back members that may describe archives. The held
  // members have up to 32 MiB, and are delivered after the package or at the end. Damage between members is
  // counted under the archive's name; damage inside a member, by its source under the member's name.
  [[nodiscard]] std::unique_ptr<byte_source> next(stats& counted);

  // Returns all bytes of the last member if they are in memory and none was read; else an empty view. Valid
  // until next(), or while the caller keeps the owner.
  [[nodiscard]] std::string_view whole_member() const;
  // Counts the bytes of whole_member() as read, and returns the owner of their memory.
  [[nodiscard]] std::shared_ptr<const slab> take_whole_member(stats& counted);

  // Returns the first fault if the archive had no member, or if a collection had no web archive; nullopt
  // otherwise.
  [[nodiscard]] std::optional<unread_input> not_read() const;

  // Returns the position in the file that the archive is stored in, in stored bytes.
  [[nodiscard]] std::uint64_t stored_position() const { return reader_.stored_position(); }
  [[nodiscard]] std::string_view name() const { return name_; }

 private:
  class member;
  class held_member;

  // A member that waits for the package, or the package, which was read.
  struct waiting_member {
    std::string path;
    std::string bytes;
    bool is_partial = false;  // larger than the limit: the rest comes from the reader
  };

  void count_delivered(std::uint64_t bytes);
  [[nodiscard]] bool expands_too_far(std::uint64_t more = 0) const;
  void give_up();
  [[nodiscard]] input_place place_of_fault();
  void take_counts(stats& counted);
  [[nodiscard]] bool is_skipped(stats& counted);
  void finish_member(stats& counted);
  void note_read(std::span<const char> buffer, std::optional<std::size_t> got);
  void look_for_package();
  [[nodiscard]] bool holds(const archive_entry_head& entry, stats& counted);
  void declare(std::string_view path, std::string_view package);
  void release_held(stats& counted);
  void end_collection(stats& counted);
  [[nodiscard]] bool may_be_cut_collection() const;
  [[nodiscard]] std::unique_ptr<byte_source> next_released();

  bool (*declares_collection_)(std::string_view package);  // null: no archive is a collection
  archive_reader reader_;
  std::string name_;
  std::string member_name_;  // name of the archive and the last member, joined by "!"
  std::vector<offset_mark> marks_;
  nested_inputs* outer_;
  std::uint64_t counted_to_ = 0;
  std::uint64_t members_ = 0;
  std::uint64_t delivered_ = 0;  // bytes of all members so far, including members of nested archives
  bool is_over_ = false;
  archived_folders folders_;
  web_collection collection_;
  bool awaits_package_ = false;  // the package of the zip archive is unknown yet
  std::deque<waiting_member> waiting_;
  std::size_t waiting_bytes_ = 0;
  bool releases_ = false;    // the held members come next
  waiting_member released_;  // the held member that was returned last
  bool is_released_ = false;
  bool waiting_is_damaged_ = false;
  bool has_others_ = false;            // has members that no web archive collection contains
  std::optional<unread_input> fault_;  // the first fault between members
  std::optional<member_checksums> checksums_;
  bool open_ = false;  // the checksum of the current member is being computed
};

}  // namespace urlsieve

#endif
