// Files attached to a message: rows do not depend on the number of threads, the batch size or the compression
// of the message. An attached archive or compressed file yields the same URLs as the file as an input.
// Decoding respects the expansion limit.
#include "src/pipeline/attached_files.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "src/codec/compression.hpp"
#include "src/input/archives/file_archive.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/input_reader.hpp"
#include "tests/fuzz/rows_of_run.hpp"

namespace urlsieve::fuzz::attached_files_target {
namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string base64_of(std::string_view bytes) {
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::string_view group = bytes.substr(at, 3);
    unsigned bits = 0;
    for (std::size_t i = 0; i < 3; ++i)
      bits = bits << 8U | (i < group.size() ? static_cast<unsigned char>(group[i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i) out += i <= group.size() ? digits[bits >> (18 - 6 * i) & 63U] : '=';
    if (out.size() % 77 == 76) out += '\n';
  }
  return out;
}

std::string message_with(std::string_view name, std::string_view file) {
  std::string message =
      "From: a@a.example\nMessage-ID: <1@a.example>\nMIME-Version: 1.0\nContent-Type: multipart/mixed; "
      "boundary=b\n\n"
      "--b\nContent-Type: text/plain\n\nhttp://before.example/\n"
      "--b\nContent-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n"
      "Content-Disposition: attachment; filename=\"";
  message.append(name).append("\"\n\n").append(base64_of(file));
  return message.append("\n--b\nContent-Type: text/plain\n\nhttp://after.example/\n--b--\n");
}

std::string compressed(std::string_view plain) {
  const auto with = make_encoder(compression::zstd);
  std::string out(plain.size() + 4096, '\0');
  out.resize(with->encode(plain, out, true).produced);
  return out;
}

// Returns the first column of rows [first, last).
std::vector<std::string> urls_of(const std::vector<std::string>& rows, std::size_t first, std::size_t last) {
  std::vector<std::string> urls;
  for (std::size_t i = first; i < last; ++i) urls.push_back(rows[i].substr(0, rows[i].find('\t')));
  return urls;
}

// True if the file certainly contains other files, as an attachment and as an input.
bool is_packed_or_archive(std::string_view file) {
  return sniff_compression(file.substr(0, compression_head_size)) != compression::none ||
         sniff_file_archive(file) != file_archive::none;
}

// Checks that decoding stops at `bound` bytes, whatever sizes the file declares.
void require_bound(std::string_view file, const extract_options& options, std::uint64_t bound) {
  input_reader inner = input_reader::over(file, options, "file");
  std::uint64_t left = bound;
  inner.bound_expansion(left);
  batch read;
  std::uint64_t sliced = 0;
  while (inner.fill(read))
    for (const slice& part : read.slices) sliced += part.bytes.size();
  require(left <= bound && sliced <= bound);
}

}  // namespace

extern const std::size_t longest_input = 8'000;

// First byte: file name and options. Second and third byte: batch size and expansion limit.
void run(fuzz_input& given) {
  constexpr std::string_view names[] = {"a.zip", "a.mbox", "a.gz", "a.tar", "a.warc", "a.eml", "a", "a.br"};
  const unsigned manner = given.byte();
  extract_options options;
  options.mail.attachments = true;
  options.batch_bytes = 1 + 16U * given.byte();
  const std::uint64_t bound = 8U * given.byte();
  const std::string_view file = given.rest();
  const std::string message = message_with(names[manner % 8], file);
  const rows_of_run expected = run_in_memory(message, options);
  require(expected.rows.size() >= 2);
  require(expected.rows.front().starts_with("http://before.example/"));
  require(expected.rows.back().starts_with("http://after.example/"));
  if (is_packed_or_archive(file)) {
    const rows_of_run alone = run_in_memory(file, options);
    require(urls_of(expected.rows, 1, expected.rows.size() - 1) == urls_of(alone.rows, 0, alone.rows.size()));
  }
  const unsigned threads = (manner & 8U) != 0 ? 4 : 1;
  options.batch_bytes = extract_options().batch_bytes;
  const rows_of_run again =
      run_on_file((manner & 16U) != 0 ? compressed(message) : message, options, threads);
  require(again.rows == expected.rows);
  require(same_counts(again.counted, expected.counted));
  require_bound(file, options, bound);
}

}  // namespace urlsieve::fuzz::attached_files_target
