// The members of an archive of files as inputs, one after another in its order. A member is a byte source
// like any other, under the archive's name and its own ("old.tar!mail/1.eml"). Nothing is ever written, so a
// path is no more than a name.
#ifndef URLSIEVE_INPUT_NESTED_INPUTS_HPP
#define URLSIEVE_INPUT_NESTED_INPUTS_HPP

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/input/archive_reader.hpp"
#include "src/input/archived_folders.hpp"
#include "src/input/byte_source.hpp"
#include "src/input/file_archive.hpp"
#include "src/input/member_checksums.hpp"
#include "src/input/place_mark.hpp"
#include "src/input/read_ahead.hpp"
#include "src/input/web_collection.hpp"
#include "src/text/slab.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class nested_inputs {
 public:
  // Archives in archives; those further inside are not opened.
  static constexpr std::size_t max_depth = 4;

  // `head` was read of `packed` already, whose marks so far are `marks`. `outer`: the archive that this one
  // is a member of, or null. `how`: of an archive that lies in a file the next small members are read ahead.
  // `junk`: how much of `head` is in front of the archive.
  nested_inputs(file_archive kind, std::unique_ptr<byte_source> packed, std::string_view head,
                std::vector<place_mark> marks, nested_inputs* outer, read_ahead how = {},
                std::size_t junk = 0);
  ~nested_inputs();
  nested_inputs(const nested_inputs&) = delete;
  nested_inputs& operator=(const nested_inputs&) = delete;

  // To be called before the first next(): the checksums of all members are made as they go by, also of those
  // that are passed over.
  void make_checksums() { checksums_.emplace(); }

  // The checksums when next() gave the end, if the archive is a collection of web archives or is called one
  // (".wacz"); else null. Paths are those behind the collection's folder.
  [[nodiscard]] const member_checksums* checksums();

  // The next member that is a file, or null at the end. The one before must be gone. Links, devices and their
  // like are passed over and counted ("file:link"), and so are files of mail folders that hold no messages,
  // and all of a web archive collection (WACZ) but its archives ("wacz:indexes"). A collection without an
  // archive is damage::unknown_format. Where the directory does not say ahead of the members whether the
  // archive is a collection, those that may describe its archives are held (32 MiB of them) until the package
  // or the end comes. A member that is encrypted
  // is not read. Damage between members is counted under the archive's name; that of a member is counted
  // under the member's, by its source.
  [[nodiscard]] std::unique_ptr<byte_source> next(stats& counted);

  // All bytes of the member that next() gave last, if they lie in memory already and none was read of it;
  // else empty. Taken, they are counted as if its source had given them, and stay as long as what is
  // returned.
  [[nodiscard]] std::string_view whole_member() const;
  [[nodiscard]] std::shared_ptr<const slab> take_whole_member(stats& counted);

  // Nothing was a member, and why.
  [[nodiscard]] std::optional<unread_input> not_read() const;

  // The archive's bytes that were read, and where the file stands that it came out of.
  [[nodiscard]] std::uint64_t stored_position() const { return reader_.stored_position(); }
  [[nodiscard]] std::string_view name() const { return name_; }

 private:
  class member;
  class held_member;

  // A member that waits for the package, or that was read to learn what it says.
  struct held {
    std::string path;
    std::string bytes;
    bool goes_on = false;  // more than may be held: the rest comes from the reader
  };

  void count_given(std::uint64_t bytes);
  [[nodiscard]] bool expands_too_far(std::uint64_t more = 0) const;
  void give_up();
  [[nodiscard]] input_place place_of_fault();
  void take_counts(stats& counted);
  [[nodiscard]] bool is_passed_over(stats& counted);
  void finish_member(stats& counted);
  void note_read(std::span<const char> room, std::optional<std::size_t> got);
  void look_for_package();
  [[nodiscard]] bool holds(const archive_entry_head& entry, stats& counted);
  void declare(std::string_view path, std::string_view package);
  void release_held(stats& counted);
  void end_collection(stats& counted);
  [[nodiscard]] bool may_be_cut_collection() const;
  [[nodiscard]] std::unique_ptr<byte_source> next_released();

  bool (*declares_collection_)(std::string_view package);  // null: no archive is one
  archive_reader reader_;
  std::string name_;
  std::string member_name_;  // of the one that was given last, with that of the archive
  std::vector<place_mark> marks_;
  nested_inputs* outer_;
  std::uint64_t counted_to_ = 0;
  std::uint64_t members_ = 0;
  std::uint64_t given_ = 0;  // bytes of all members so far, and of the members of archives among them
  bool over_ = false;
  archived_folders folders_;
  web_collection collection_;
  bool awaits_package_ = false;  // of a zip archive
  std::deque<held> held_;
  std::size_t held_bytes_ = 0;
  bool releases_ = false;  // the members held are the next ones
  held released_;          // the one that was given last
  bool is_released_ = false;
  bool held_damaged_ = false;
  bool has_others_ = false;            // members that no collection of web archives has
  std::optional<unread_input> fault_;  // the first between members
  std::optional<member_checksums> checksums_;
  bool open_ = false;  // the member that the checksums are being made of
};

}  // namespace urlsieve

#endif
