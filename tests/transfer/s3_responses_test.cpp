#include "src/transfer/s3_responses.hpp"

#include <gtest/gtest.h>

#include <string>

namespace urlsieve {
namespace s3_answers_test {

const std::string page_text =
    "<?xml version=\"1.0\"?>\n<ListBucketResult "
    "xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Name>b</Name>"
    "<EncodingType>url</EncodingType><IsTruncated>true</IsTruncated>"
    "<Contents><Key>a%2Fb+c%2B%26.gz</Key><LastModified>2013-09-17T18:07:53.000Z</LastModified>"
    "<ETag>&quot;e&#49;&#x32;&quot;</ETag><Size>123</Size><Owner><ID>x</ID></Owner></Contents>"
    "<Contents><Size>0</Size><Key>z</Key></Contents><NextContinuationToken>t&amp;=</NextContinuationToken>"
    "</ListBucketResult>";

TEST(s3_responses, a_page) {
  const auto page = parse_s3_page(page_text);
  ASSERT_TRUE(page);
  ASSERT_EQ(page->objects.size(), 2U);
  EXPECT_EQ(page->objects[0].key, "a/b c+&.gz");
  EXPECT_EQ(page->objects[0].size, 123U);
  EXPECT_EQ(page->objects[0].etag, "\"e12\"");
  EXPECT_EQ(page->objects[1].key, "z");
  EXPECT_EQ(page->next, "t&=");
}

TEST(s3_responses, folders_of_a_page) {
  const auto page = parse_s3_page(
      "<ListBucketResult><EncodingType>url</EncodingType><Contents><Key>c</Key><Size>1</Size></Contents>"
      "<CommonPrefixes><Prefix>a%2Bb/</Prefix></CommonPrefixes><CommonPrefixes><Prefix>b/</Prefix>"
      "</CommonPrefixes></ListBucketResult>");
  ASSERT_TRUE(page);
  EXPECT_EQ(page->folders, (std::vector<std::string>{"a+b/", "b/"}));
  EXPECT_EQ(page->objects.size(), 1U);
  EXPECT_FALSE(parse_s3_page("<ListBucketResult><CommonPrefixes></CommonPrefixes></ListBucketResult>"));
}

TEST(s3_responses, keys_that_are_not_escaped) {
  const auto page = parse_s3_page(
      "<ListBucketResult><Contents><Key>a+b%41&amp;&bad;&#xD800;&</Key><Size>1</Size></Contents></"
      "ListBucketResult>");
  ASSERT_TRUE(page);
  EXPECT_EQ(page->objects[0].key, "a+b%41&&bad;&#xD800;&");
  EXPECT_EQ(page->next, "");
}

TEST(s3_responses, rejects_other_bodies) {
  for (const char* const text :
       {"", "<html>", "<ListBucketResult>", "<ListBucketResults></ListBucketResults>",
        "<ListBucketResult><Contents><Key>a</Key></Contents></ListBucketResult>",
        "<ListBucketResult><Contents><Key>a</Key><Size>1x</Size></Contents></ListBucketResult>",
        "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>"})
    EXPECT_FALSE(parse_s3_page(text)) << text;
  EXPECT_TRUE(parse_s3_page("<ListBucketResult/>"));
  // A truncated page is rejected at every length.
  for (std::size_t size = 0; size < page_text.size(); ++size)
    EXPECT_FALSE(parse_s3_page(page_text.substr(0, size))) << size;
}

TEST(s3_responses, open_uploads) {
  const std::string_view text =
      "<ListMultipartUploadsResult><EncodingType>url</EncodingType><IsTruncated>true</IsTruncated>"
      "<NextKeyMarker>a%2Fb</NextKeyMarker><NextUploadIdMarker>2&lt;</NextUploadIdMarker>"
      "<Upload><Key>a%2Fb</Key><UploadId>1</UploadId></Upload>"
      "<Upload><UploadId>2&lt;</UploadId><Key>a%2Fb</Key></Upload></ListMultipartUploadsResult>";
  const auto page = parse_s3_uploads(text);
  ASSERT_TRUE(page);
  ASSERT_EQ(page->uploads.size(), 2U);
  EXPECT_EQ(page->uploads[0].key, "a/b");
  EXPECT_EQ(page->uploads[1].id, "2<");
  EXPECT_EQ(page->next_key, "a/b");
  EXPECT_EQ(page->next_id, "2<");
  EXPECT_TRUE(parse_s3_uploads("<ListMultipartUploadsResult/>"));
  for (std::size_t size = 0; size < text.size(); ++size)
    EXPECT_FALSE(parse_s3_uploads(text.substr(0, size))) << size;
  EXPECT_FALSE(parse_s3_uploads(
      "<ListMultipartUploadsResult><Upload><Key>a</Key></Upload></ListMultipartUploadsResult>"));
}

}  // namespace s3_answers_test
}  // namespace urlsieve
