// Throughput of URL extraction from mail, from an mbox in memory to the sink, one thread; beside GMime,
// which parses, decodes and converts the same messages for the same finders.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/corpus.hpp"
#include "corpora/quoted_printable.hpp"
#include "src/documents/mailboxes/mbox.hpp"
#include "src/documents/message/mail_message.hpp"
#include "tests/references/html/web_pages.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/options.hpp"
#ifdef URLSIEVE_HAS_GMIME
#include "src/references/html/in_html.hpp"
#include "src/references/text/in_text.hpp"
#include "tests/oracle/gmime_mail.hpp"
#endif

namespace urlsieve::bench {
namespace {

enum class archive {
  list,
  mixed,
  spam,   // of mixed, the messages with HTML in quoted-printable
  pages,  // web pages, each sent as a message in quoted-printable
};

std::string unpacked(const std::filesystem::path& file) {
  if (file.extension() != ".zst") return std::filesystem::exists(file) ? testing::read_file(file) : "";
  const std::string command = "zstd -dcq '" + file.string() + "'";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), &pclose);
  std::string bytes;
  std::vector<char> piece(std::size_t{1} << 20U);
  while (pipe != nullptr) {
    const std::size_t got = std::fread(piece.data(), 1, piece.size(), pipe.get());
    if (got == 0) break;
    bytes.append(piece.data(), got);
  }
  return bytes;
}

std::vector<slice> messages_of(const std::string& archive) {
  input_options options;
  mbox_splitter splitter(options);
  std::vector<slice> messages;
  stats counted;
  static_cast<void>(splitter.split(archive, 0, true, "bench", messages, counted));
  return messages;
}

std::string quoted_html(const std::string& archive) {
  std::string chosen;
  for (const slice& message : messages_of(archive)) {
    const std::string_view bytes = message.bytes;
    if (bytes.find("quoted-printable") == std::string_view::npos ||
        bytes.find("=3D\"http") == std::string_view::npos)
      continue;
    chosen.append("From a@b Thu Jan  1 00:00:00 1970\n").append(bytes).append("\n\n");
  }
  std::string repeated;
  while (!chosen.empty() && repeated.size() < (std::size_t{32} << 20U)) repeated += chosen;
  return repeated;
}

std::string mailed_pages() {
  std::string archive;
  const std::filesystem::path file = web_archive();
  if (!std::filesystem::exists(file)) return archive;
  for (const testing::web_page& page : testing::read_web_pages(file)) {
    archive.append("From a@b Thu Jan  1 00:00:00 1970\nFrom: a@example.org\nTo: list@example.org\n")
        .append("Message-ID: <")
        .append(std::to_string(archive.size()))
        .append("@example.org>\n")
        .append("List-Unsubscribe: <https://example.org/unsubscribe>\nMIME-Version: 1.0\n")
        .append(
            "Content-Type: multipart/alternative; boundary=\"=_b\"\n\n--=_b\nContent-Type: text/plain\n\n")
        .append("See https://example.org/issue\n--=_b\nContent-Type: text/html; charset=utf-8\n")
        .append("Content-Transfer-Encoding: quoted-printable\n\n")
        .append(corpora::quoted_printable(page.body))
        .append("\n--=_b--\n\n");
  }
  return archive;
}

std::string bytes_of(archive kind) {
  switch (kind) {
    case archive::list:
      return unpacked(list_mail());
    case archive::mixed:
      return unpacked(mixed_mail());
    case archive::spam:
      return quoted_html(unpacked(mixed_mail()));
    case archive::pages:
      return mailed_pages();
  }
  return {};
}

const std::string* load_archive(benchmark::State& state, archive kind) {
  static std::map<archive, std::string> loaded;
  std::string& bytes = loaded[kind];
  if (bytes.empty()) bytes = bytes_of(kind);
  if (bytes.empty()) state.SkipWithError("skipped: no such archive, see corpora/grow.sh");
  return bytes.empty() ? nullptr : &bytes;
}

struct counting_sink {
  void operator()(const sieved_url& found) { size += found.url.size() + 1; }
  std::size_t size = 0;
};

void rates(benchmark::State& state, const std::string& archive, std::size_t messages) {
  state.SetBytesProcessed(static_cast<std::int64_t>(archive.size()) * state.iterations());
  state.counters["messages"] = static_cast<double>(messages);
  state.counters["us_a_message"] =
      benchmark::Counter(static_cast<double>(messages) * static_cast<double>(state.iterations()) / 1e6,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void extract_mbox(benchmark::State& state, archive kind) {
  const std::string* const bytes = load_archive(state, kind);
  if (bytes == nullptr) return;
  extract_options options;
  options.input.format = input_format::mbox;
  options.output.dedup = false;
  counting_sink sink;
  for (auto _ : state) benchmark::DoNotOptimize(extract(*bytes, options, sink));
  rates(state, *bytes, messages_of(*bytes).size());
}

// Opens messages that are already split, without searching them.
void walk(benchmark::State& state, archive kind) {
  const std::string* const bytes = load_archive(state, kind);
  if (bytes == nullptr) return;
  const std::vector<slice> messages = messages_of(*bytes);
  mail_reader reader({}, url_options());
  std::size_t size = 0;
  for (auto _ : state) {
    stats counted;
    for (const slice& message : messages)
      reader.read(
          message, "bench", counted, [&](const document& opened) { size += opened.body.size(); },
          [](const document&, std::span<const reference>) {});
  }
  benchmark::DoNotOptimize(size);
  rates(state, *bytes, messages.size());
}

void split(benchmark::State& state, archive kind) {
  const std::string* const bytes = load_archive(state, kind);
  if (bytes == nullptr) return;
  for (auto _ : state) benchmark::DoNotOptimize(messages_of(*bytes));
  rates(state, *bytes, messages_of(*bytes).size());
}

#ifdef URLSIEVE_HAS_GMIME
void with_gmime(benchmark::State& state, archive kind) {
  const std::string* const bytes = load_archive(state, kind);
  if (bytes == nullptr) return;
  const std::vector<slice> messages = messages_of(*bytes);
  oracle::gmime_reader reader;
  std::vector<oracle::gmime_text> texts;
  text_finder text{text_search()};
  html_finder html{link_options()};
  findings found;
  stats counted;
  for (auto _ : state) {
    for (const slice& message : messages) {
      reader.read(message.bytes, texts);
      for (const oracle::gmime_text& each : texts) {
        found.clear();
        document opened;
        opened.body = each.utf8;
        if (each.type == "text/html") {
          opened.type = media::html;
          opened.charset = each.charset;
          html.find(opened, found, counted);
        } else {
          text.find(opened, found, counted);
        }
      }
    }
  }
  rates(state, *bytes, messages.size());
}
BENCHMARK_CAPTURE(with_gmime, list_mail, archive::list)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(with_gmime, page_mail, archive::pages)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(with_gmime, spam_mail, archive::spam)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(with_gmime, mixed_mail, archive::mixed)->Unit(benchmark::kMillisecond);
#endif

BENCHMARK_CAPTURE(extract_mbox, list_mail, archive::list)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(extract_mbox, page_mail, archive::pages)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(extract_mbox, spam_mail, archive::spam)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(extract_mbox, mixed_mail, archive::mixed)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(walk, list_mail, archive::list)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(walk, page_mail, archive::pages)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(walk, spam_mail, archive::spam)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(walk, mixed_mail, archive::mixed)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(split, list_mail, archive::list)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace urlsieve::bench
