#include "src/documents/mailboxes/news_batch.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "src/codec/compression.hpp"
#include "tests/documents/split_in_every_way.hpp"
#include "tests/oracle/lzw_writer.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace news_batch_test {

using testing::bytes_of;
using testing::fed;
using testing::kept_slice;

fed split(const std::string& input, const input_options& options = {}) {
  return testing::split_in_every_way<news_batch_splitter>(input, options);
}

const std::string article = "Path: a!b\nFrom: joe\nNewsgroups: x.y\n\nbody http://a/\n";

std::string batched(const std::string& text, std::size_t size) {
  return "#! rnews " + std::to_string(size) + "\n" + text;
}
std::string batched(const std::string& text) {
  return batched(text, text.size());
}

TEST(news_batch, gives_each_article) {
  const std::string second = article + "#! rnews 3\nnot a new one\n";
  const std::string batch = batched(article) + batched(second) + batched(article + "\n");
  const fed result = split(batch);
  EXPECT_EQ(bytes_of(result), article + "|" + second + "|" + article + "\n");
  for (const kept_slice& part : result.slices) {
    EXPECT_EQ(part.kind, slice_kind::message);
    EXPECT_EQ(batch.compare(part.offset, 9, "#! rnews "), 0);
    EXPECT_EQ(batch.compare(part.offset + part.body_offset, part.bytes.size(), part.bytes), 0);
  }
  EXPECT_EQ(result.counted.total_damage(), 0U);
  EXPECT_EQ(bytes_of(split("#! rnews " + std::to_string(article.size()) + " 1\r\n" + article)), article);
  EXPECT_TRUE(split(batched("")).slices.empty());
}

TEST(news_batch, ends_an_article_of_a_wrong_size_at_the_next_one) {
  for (const std::size_t wrong : {std::size_t{0}, std::size_t{7}, article.size() + 2, std::size_t{5000}}) {
    const fed result = split(batched(article, wrong) + batched(article));
    EXPECT_EQ(bytes_of(result), article + "|" + article) << wrong;
    EXPECT_EQ(testing::damages(result.counted), "bad-record-length@0 ") << wrong;
  }
  const fed cut = split(batched(article) + batched(article, 4000));
  EXPECT_EQ(bytes_of(cut), article + "|" + article);
  EXPECT_EQ(cut.counted.total_damage(), 1U);
}

TEST(news_batch, gives_bytes_that_are_no_article_as_text) {
  const fed result = split("#! rnews x\njunk\n" + batched(article));
  EXPECT_EQ(bytes_of(result), "#! rnews x\njunk\n|" + article);
  EXPECT_EQ(result.slices[0].kind, slice_kind::whole);
  EXPECT_EQ(testing::damages(result.counted), "bad-message@0 ");
}

TEST(news_batch, is_the_same_however_bytes_arrive) {
  const std::string parts[] = {batched(article),
                               article,
                               "#! rnews 12\n",
                               "#! rnews ",
                               "\n",
                               "#! x\n",
                               batched("x\n"),
                               "#! rnews 99999999999999999999\n",
                               "#! rnews 150\n"};
  std::mt19937 random(3);
  input_options small;
  small.max_document = 200;
  for (int round = 0; round < 80; ++round) {
    std::string input;
    for (auto left = random() % 25; left > 0; --left) input += parts[random() % std::size(parts)];
    split(input);
    split(input, small);
  }
}

std::string packed(const std::string& text, compression kind) {
  const auto with = make_encoder(kind);
  std::string out(text.size() + 4096, '\0');
  out.resize(with->encode(text, out, true).produced);
  return out;
}

fed split_packed(const std::string& input, const input_options& options = {}) {
  return testing::split_in_every_way<compressed_news_splitter>(input, options);
}

TEST(packed_news, unpacks_a_batch) {
  const std::string batch = batched(article) + batched(article + "2\n");
  for (const compression kind : {compression::gzip, compression::zstd}) {
    const fed result = split_packed("#! gunbatch\n" + packed(batch, kind));
    EXPECT_EQ(bytes_of(result), article + "|" + article + "2\n");
    for (const kept_slice& part : result.slices) {
      EXPECT_EQ(part.offset, 0U);
      EXPECT_EQ(part.kind, slice_kind::message);
    }
    EXPECT_EQ(result.counted.total_damage(), 0U);
  }
}

TEST(packed_news, unpacks_a_batch_of_compress) {
  const std::string batch = batched(article) + batched(article + "2\n");
  const fed result = split_packed("#! cunbatch\n" + oracle::lzw_written(batch));
  EXPECT_EQ(bytes_of(result), article + "|" + article + "2\n");
  EXPECT_EQ(result.counted.total_damage(), 0U);
  input_options small;
  small.max_document = 100;
  EXPECT_EQ(split_packed("#! cunbatch\n" + oracle::lzw_written(batch.substr(0, 61)), small).slices.size(),
            1U);
  EXPECT_EQ(split_packed("#! cunbatch\n" + oracle::lzw_written(std::string(9000, 'x')), small)
                .damaged(damage::too_large),
            1U);
}

TEST(packed_news, counts_corrupt_batches) {
  EXPECT_EQ(split_packed("#! cunbatch\nabc").damaged(damage::corrupt_compression), 1U);
  EXPECT_EQ(split_packed("#! cunbatch").damaged(damage::corrupt_compression), 1U);
  std::string cut = "#! gunbatch\n" + packed(batched(article), compression::gzip);
  cut.resize(cut.size() - 12);
  EXPECT_EQ(split_packed(cut).damaged(damage::truncated_compression), 1U);
}

TEST(packed_news, is_bounded) {
  input_options small;
  small.max_document = 1000;
  const std::string zeros = batched(article) + batched(article + std::string(100'000, 'x'));
  const fed expanded = split_packed("#! gunbatch\n" + packed(zeros, compression::gzip), small);
  EXPECT_EQ(expanded.damaged(damage::too_large), 1U);
  EXPECT_EQ(expanded.slices.at(0).bytes, article);
  EXPECT_EQ(split_packed("#! gunbatch\n" + std::string(2000, 'x'), small).damaged(damage::too_large), 1U);
}

}  // namespace news_batch_test
}  // namespace urlsieve
