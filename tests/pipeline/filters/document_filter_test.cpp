#include "src/pipeline/filters/document_filter.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "urlsieve/error.hpp"

namespace urlsieve {
namespace document_filter_test {

using change = std::function<void(document_options&)>;

source_head capture() {
  source_head head;
  head.kind = source_kind::capture;
  head.target = "http://www.a.example/x?q=1";
  head.record_type = "response";
  head.date = "2024-02-29T12:00:00Z";
  head.media_type = "text/html";
  head.status = 200;
  return head;
}

source_head message() {
  source_head head;
  head.kind = source_kind::message;
  head.date = "2024-02-29T12:00:00Z";
  head.from = "\"Doe, J. <x@no.example>\" <j@mail.a.example>";
  head.list_id = "Talk (of the town) <Talk.lists.example>";
  return head;
}

source_head changed(source_head head, const std::function<void(source_head&)>& set) {
  set(head);
  return head;
}

document_choice verdict(const change& set, const source_head& head) {
  document_options options;
  set(options);
  const auto filter = document_filter::make(options, nullptr);
  EXPECT_TRUE(filter) << filter.error().message;
  if (!filter || *filter == nullptr) return document_choice::count_;
  document_filter::scratch scratch;
  const document_choice first = (*filter)->check(head, scratch);
  EXPECT_EQ((*filter)->check(head, scratch), first) << "the second time";
  return first;
}

std::string list_file(std::string_view name, std::string_view lines) {
  const std::string path = std::filesystem::path(::testing::TempDir()) / name;
  std::ofstream(path) << lines;
  return path;
}

TEST(document_filter, does_not_exist_without_options) {
  const auto filter = document_filter::make({}, nullptr);
  ASSERT_TRUE(filter);
  EXPECT_EQ(*filter, nullptr);
}

// Each filter accepts a matching value, and skips other values and missing values under separate reasons.
TEST(document_filter, each_filter_matches_mismatches_and_misses) {
  struct row {
    change fits;
    change differs;
    document_choice mismatch;
    std::function<void(source_head&)> remove;
    document_choice missing;
    bool of_message = false;
  };
  const std::string here = list_file("here.hosts", "www.a.example\n");
  const std::string above = list_file("above.domains", "a.example\n");
  const std::string elsewhere = list_file("elsewhere.hosts", "a.example\nb.example\n");
  using of = document_options&;
  using choice = document_choice;
  const auto no_target = [](source_head& head) { head.target = "x"; };
  const row rows[] = {
      {[](of all) { all.record_types = {"revisit", "Response"}; },
       [](of all) { all.record_types = {"resource"}; }, choice::record_type,
       [](source_head& head) { head.record_type = {}; }, choice::no_record_type},
      {[](of all) { all.status = {"2xx", "304"}; }, [](of all) { all.status = {"3xx", "201", "40X"}; },
       choice::status, [](source_head& head) { head.status = 0; }, choice::no_status},
      {[](of all) { all.media_types = {"Text/HTML"}; },
       [](of all) { all.media_types = {"text/htm", "image/*"}; }, choice::media_type,
       [](source_head& head) { head.media_type = {}; }, choice::no_media_type},
      {[](of all) { all.media_types = {"text/*"}; }, [](of all) { all.media_types = {"tex/*"}; },
       choice::media_type, [](source_head& head) { head.media_type = {}; }, choice::no_media_type},
      {[](of all) { all.media_types = {"*/*"}; }, [](of all) { all.media_types = {"image/html"}; },
       choice::media_type, [](source_head& head) { head.media_type = {}; }, choice::no_media_type},
      {[](of all) { all.captured = "2024-02"; }, [](of all) { all.captured = "..2024-01"; }, choice::captured,
       [](source_head& head) { head.date = {}; }, choice::no_capture_date},
      {[&](of all) { all.source_hosts = {here}; }, [&](of all) { all.source_hosts = {elsewhere}; },
       choice::source_host, no_target, choice::no_source},
      {[&](of all) { all.source_domains = {above}; },
       [&](of all) {
         all.source_domains = {here};
         all.source_domains = {list_file("b", "b.example")};
       },
       choice::source_host, no_target, choice::no_source},
      {[](of all) { all.source_include = {"host=^b", "[?]q="}; },
       [](of all) { all.source_include = {"host=^a"}; }, choice::source_not_included, no_target,
       choice::no_source},
      {[](of all) { all.source_exclude = {"host=^b"}; }, [](of all) { all.source_exclude = {"query=q"}; },
       choice::source_excluded, no_target, choice::no_source},
      {[](of all) { all.message_date = "20240229.."; }, [](of all) { all.message_date = "2024-03.."; },
       choice::message_date, [](source_head& head) { head.date = {}; }, choice::no_message_date, true},
      {[](of all) { all.from_domains = {"A.example"}; }, [](of all) { all.from_domains = {"no.example"}; },
       choice::from_domain, [](source_head& head) { head.from = "undisclosed"; }, choice::no_from_domain,
       true},
      {[](of all) { all.list_ids = {"talk.LISTS.example"}; },
       [](of all) { all.list_ids = {"lists.example"}; }, choice::list_id,
       [](source_head& head) { head.list_id = {}; }, choice::no_list_id, true},
  };
  for (const row& each : rows) {
    const source_head own = each.of_message ? message() : capture();
    const source_head foreign = each.of_message ? capture() : message();
    EXPECT_EQ(verdict(each.fits, own), choice::chosen) << name_of(each.mismatch);
    EXPECT_EQ(verdict(each.differs, own), each.mismatch);
    EXPECT_EQ(verdict(each.fits, changed(own, each.remove)), each.missing);
    EXPECT_EQ(verdict(each.differs, foreign), choice::chosen) << "a filter of the other kind";
    EXPECT_EQ(verdict(each.differs, source_head{}), choice::chosen) << "a file";
  }
}

TEST(document_filter, the_first_filter_that_skips_gives_the_reason) {
  const change both = [](document_options& of) {
    of.status = {"404"};
    of.captured = "2023";
    of.source_exclude = {"x"};
  };
  EXPECT_EQ(verdict(both, capture()), document_choice::status);
  EXPECT_EQ(verdict(both, changed(capture(), [](source_head& head) { head.status = 404; })),
            document_choice::captured);
}

TEST(document_filter, filters_of_sources_apply_to_every_document_with_a_url) {
  source_head line;
  line.target = "http://b.example/";
  const change set = [](document_options& of) { of.source_include = {"host=^a"}; };
  EXPECT_EQ(verdict(set, line), document_choice::source_not_included);
  EXPECT_EQ(verdict(set, source_head{}), document_choice::chosen);
  source_head record = capture();
  record.target = {};
  EXPECT_EQ(verdict(set, record), document_choice::no_source);
}

TEST(document_filter, refuses_values_and_names_them) {
  const std::pair<change, const char*> rows[] = {
      {[](document_options& of) { of.status = {"200", "99"}; },
       "document_options::status: \"99\" is no status code, such as 200, 20x or 3xx"},
      {[](document_options& of) { of.status = {"2x0"}; },
       "document_options::status: \"2x0\" is no status code, such as 200, 20x or 3xx"},
      {[](document_options& of) { of.media_types = {"html"}; },
       "document_options::media_types: \"html\" is no media type, such as text/html or text/*"},
      {[](document_options& of) { of.captured = "2024-13"; },
       "document_options::captured: \"2024-13\" is no range of dates, such as 2024-01..2024-03 or "
       "20240115.."},
      {[](document_options& of) { of.message_date = "yesterday"; },
       "document_options::message_date: \"yesterday\" is no range of dates, such as 2024-01..2024-03 or "
       "20240115.."},
      {[](document_options& of) { of.from_domains = {"a b"}; },
       "document_options::from_domains: \"a b\" is no domain"},
      {[](document_options& of) { of.list_ids = {"<>"}; },
       "document_options::list_ids: \"<>\" is no identifier of a list"},
  };
  for (const auto& [set, message] : rows) {
    document_options options;
    set(options);
    const auto output = document_filter::make(options, nullptr);
    ASSERT_FALSE(output) << message;
    EXPECT_EQ(output.error().code, error_code::usage);
    EXPECT_EQ(output.error().message, message);
  }
  document_options options;
  options.source_include = {"("};
  const auto output = document_filter::make(options, nullptr);
  ASSERT_FALSE(output);
  EXPECT_TRUE(output.error().message.starts_with("document_options::source_include, pattern 1: "));
}

TEST(document_filter, lists_of_hosts_have_an_identity) {
  document_options options;
  options.status = {"200"};
  EXPECT_EQ((*document_filter::make(options, nullptr))->identity(), "");
  options.source_hosts = {list_file("one.hosts", "a.example\n")};
  const std::string original = (*document_filter::make(options, nullptr))->identity();
  options.source_hosts = {list_file("two.hosts", "b.example\n")};
  EXPECT_NE((*document_filter::make(options, nullptr))->identity(), original);
}

}  // namespace document_filter_test
}  // namespace urlsieve
