// A run with a journal that fails at the end, as the start of tests of --resume.
#ifndef URLSIEVE_TESTS_INTERRUPTED_RUN_HPP
#define URLSIEVE_TESTS_INTERRUPTED_RUN_HPP

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "tests/shards/scratch_directory.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/field.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve::testing {

// Files below a folder by relative name.
using files = std::map<std::string, std::string>;

inline files files_below(const std::filesystem::path& folder) {
  files found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    found[std::filesystem::relative(entry.path(), folder).string()] =
        std::string(std::istreambuf_iterator<char>(in), {});
  }
  return found;
}

inline std::string redirect_record(int from) {
  const std::string http = "HTTP/1.1 301 Moved\r\nLocation: http://new.example/" + std::to_string(from) +
                           "\r\nContent-Length: 0\r\n\r\n";
  return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://old.example/" + std::to_string(from) +
         "\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: " +
         std::to_string(http.size()) + "\r\n\r\n" + http + "\r\n\r\n";
}

// A folder with inputs, and options of a run with a journal and a redirect file.
class resumable_run {
 public:
  resumable_run() {
    std::filesystem::create_directory(scratch_ / "in");
    for (int i = 0; i < inputs; ++i) {
      std::string text;
      for (int k = 0; k < 40; ++k) text += redirect_record((i * 37 + k * 11) % 150);
      scratch_.write("in/" + std::to_string(100 + i) + ".warc", text);
    }
    options.input.paths = {scratch_ / "in"};
    options.output.directory = scratch_ / "out";
    options.output.shards = 2;
    options.output.fields = {field::url, field::count};
    options.output.resume = true;
    options.output.checkpoint_bytes = 1;
    options.redirects.write_to = scratch_ / "moved";
    options.threads = 1;
    options.output.memory = std::uint64_t{256} << 20U;
  }

  // Returns the output of an undisturbed run, and removes it.
  files whole() {
    extract_options alone = options;
    alone.output.resume = false;
    const result<run_summary> done = extract(alone, -1);
    files outcome = done ? output() : files{};
    remove_output();
    return outcome;
  }

  // Fails after all output is written and before it is published.
  bool fail_at_the_end() {
    run_monitor monitor;
    monitor.before_publishing = [](const run_summary&) -> result<void> {
      return tl::unexpected(error{error_code::cannot_write, "stopped at the end"});
    };
    return !extract(options, -1, &monitor) && !journal().empty();
  }

  // Returns the shards and the redirect file.
  [[nodiscard]] files output() const {
    files found;
    for (const char* name : {"out", "moved"}) {
      const std::filesystem::path path = scratch_ / name;
      if (std::filesystem::is_directory(path)) found.merge(files_below(path));
    }
    if (std::filesystem::exists(scratch_ / "moved")) {
      std::ifstream in(scratch_ / "moved", std::ios::binary);
      found["moved"] = std::string(std::istreambuf_iterator<char>(in), {});
    }
    return found;
  }

  [[nodiscard]] std::filesystem::path journal_folder() const { return scratch_ / ".out.resume"; }
  [[nodiscard]] files journal() const {
    return std::filesystem::exists(journal_folder()) ? files_below(journal_folder()) : files{};
  }

  void put_journal(const files& content) const {
    std::filesystem::remove_all(journal_folder());
    std::filesystem::create_directories(journal_folder() / "runs");
    std::filesystem::permissions(journal_folder(), std::filesystem::perms::owner_all);
    for (const auto& [name, bytes] : content)
      std::ofstream(journal_folder() / name, std::ios::binary) << bytes;
  }

  void remove_output() const {
    std::filesystem::remove_all(scratch_ / "out");
    std::filesystem::remove(scratch_ / "moved");
  }

  [[nodiscard]] const scratch_directory& scratch() const { return scratch_; }

  extract_options options;

 private:
  static constexpr int inputs = 6;
  scratch_directory scratch_;
};

}  // namespace urlsieve::testing

#endif
