// Corpora for benchmarks: grown corpora by corpora/grow.sh (in build/corpora or URLSIEVE_CORPORA), and real
// corpora from shared test data (URLSIEVE_SHARED), which a grown corpus of the same kind replaces if
// absent. A benchmark without corpus is skipped with a message.
#ifndef URLSIEVE_BENCH_CORPUS_HPP
#define URLSIEVE_BENCH_CORPUS_HPP

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>

namespace urlsieve::bench {

inline std::filesystem::path folder(const char* variable, const char* standing) {
  const char* const named = std::getenv(variable);
  return named != nullptr ? std::filesystem::path(named)
                          : std::filesystem::path(URLSIEVE_SOURCE_DIR) / standing;
}

inline std::filesystem::path grown(const std::string& name) {
  return folder("URLSIEVE_CORPORA", "build/corpora") / name;
}
// Returns the real file of the shared data, or the grown file of the same kind if the former is absent.
inline std::filesystem::path real(const std::string& shared_name, const std::string& grown_name) {
  const std::filesystem::path shared = folder("URLSIEVE_SHARED", "../shared") / shared_name;
  return std::filesystem::exists(shared) ? shared : grown(grown_name);
}

inline std::filesystem::path web_archive() {
  return real("data/web-pages.warc.gz", "many-sites.warc.gz");
}
inline std::filesystem::path list_mail() {
  return real("data/mail/openbmc-part.mbox.zst", "list.mbox");
}
inline std::filesystem::path mixed_mail() {
  return real("data/mail/spamassassin.mbox.zst", "mixed.mbox");
}
// References in pages, one "base TAB reference" per line.
inline std::filesystem::path references() {
  return real("data/cc-relative.tsv", "references.tsv");
}
inline std::filesystem::path top_urls() {
  return real("data/urls-top10k.txt", "urls-10k.txt");
}
inline std::filesystem::path many_urls() {
  return real("data/urls-kasztp.txt", "urls.txt");
}

// Returns the first `most` bytes of a file, read once and cut after the last line end. Returns null and
// skips the benchmark if the file is absent.
inline const std::string* load(benchmark::State& state, const std::filesystem::path& file,
                               std::size_t most = std::size_t{256} << 20U) {
  static std::map<std::string, std::string> loaded;
  const auto known = loaded.find(file.string());
  if (known != loaded.end()) return &known->second;
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    state.SkipWithError(("skipped: no " + file.string()).c_str());
    return nullptr;
  }
  std::string bytes(most, '\0');
  stream.read(bytes.data(), static_cast<std::streamsize>(most));
  const auto got = static_cast<std::size_t>(stream.gcount());
  bytes.resize(got == most ? bytes.rfind('\n', most - 1) + 1 : got);
  return &loaded.emplace(file.string(), std::move(bytes)).first->second;
}

// Returns a file with exactly `bytes`, the front of `file`: `file` itself if it has no more bytes,
// otherwise a copy beside it.
inline std::filesystem::path same_bytes(const std::filesystem::path& file, const std::string& bytes) {
  if (std::filesystem::file_size(file) == bytes.size()) return file;
  std::filesystem::path front = file;
  front += ".front";
  std::error_code absent;
  if (std::filesystem::file_size(front, absent) != bytes.size() || absent)
    std::ofstream(front, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return front;
}

}  // namespace urlsieve::bench

#endif
