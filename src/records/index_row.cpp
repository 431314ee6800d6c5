#include "src/records/index_row.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <system_error>
#include <utility>

#include "src/text/ascii.hpp"
#include "src/text/calendar_date.hpp"
#include "src/text/json/json_escape.hpp"
#include "src/text/json/json_scanner.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/hosts/public_suffix.hpp"
#include "urlsieve/url_view.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve {
namespace {

using parquet::number_form;

struct table_column {
  std::string_view name;
  field_kind kind = field_kind::text;
  bool is_nullable = false;
  number_form numbers = number_form::natural;
  bool is_sorted = false;  // like the rows
  bool has_bloom = false;
};

constexpr std::size_t key_place = 0;
constexpr std::size_t time_place = 17;

// The schema of cc-index-table (cc-index-schema-flat.json), in its order.
constexpr std::array<table_column, 30> columns_of_table{{
    {.name = "url_surtkey", .is_sorted = true},
    {.name = "url", .is_sorted = true, .has_bloom = true},
    {.name = "url_host_name", .has_bloom = true},
    {.name = "url_host_tld", .is_nullable = true},
    {.name = "url_host_2nd_last_part", .is_nullable = true},
    {.name = "url_host_3rd_last_part", .is_nullable = true},
    {.name = "url_host_4th_last_part", .is_nullable = true},
    {.name = "url_host_5th_last_part", .is_nullable = true},
    {.name = "url_host_registry_suffix", .is_nullable = true},
    {.name = "url_host_registered_domain", .is_nullable = true, .has_bloom = true},
    {.name = "url_host_private_suffix", .is_nullable = true},
    {.name = "url_host_private_domain", .is_nullable = true},
    {.name = "url_host_name_reversed", .is_nullable = true},
    {.name = "url_protocol"},
    {.name = "url_port", .kind = field_kind::number, .is_nullable = true, .numbers = number_form::int32},
    {.name = "url_path"},
    {.name = "url_query", .is_nullable = true},
    {.name = "fetch_time", .kind = field_kind::number, .numbers = number_form::milliseconds},
    {.name = "fetch_status", .kind = field_kind::number, .numbers = number_form::int16},
    {.name = "fetch_redirect", .is_nullable = true},
    {.name = "content_digest", .is_nullable = true},
    {.name = "content_mime_type", .is_nullable = true},
    {.name = "content_mime_detected", .is_nullable = true},
    {.name = "content_charset", .is_nullable = true},
    {.name = "content_languages", .is_nullable = true},
    {.name = "content_truncated", .is_nullable = true},
    {.name = "warc_filename"},
    {.name = "warc_record_offset", .kind = field_kind::number, .numbers = number_form::int32},
    {.name = "warc_record_length", .kind = field_kind::number, .numbers = number_form::int32},
    {.name = "warc_segment"},
}};
static_assert(columns_of_table[key_place].name == "url_surtkey" &&
              columns_of_table[time_place].name == "fetch_time");

enum class index_member : std::uint8_t {
  url,
  mime,
  mime_detected,
  charset,
  languages,
  status,
  redirect,
  truncated,
  digest,
  length,
  offset,
  filename
};
constexpr std::array<std::string_view, index_row_maker::member_count> names_of_members{
    "url",      "mime",      "mime-detected", "charset", "languages", "status",
    "redirect", "truncated", "digest",        "length",  "offset",    "filename"};

std::uint64_t number_in(std::string_view digits) {
  std::uint64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

// Returns SEGMENT of ".../segments/SEGMENT/..."; empty without such a directory.
std::string_view segment_in(std::string_view file) {
  constexpr std::string_view directory = "segments/";
  const std::size_t at = file.find(directory);
  if (at == npos || (at != 0 && file[at - 1] != '/')) return {};
  const std::string_view behind = file.substr(at + directory.size());
  const std::size_t end = behind.find('/');
  return end == npos ? std::string_view() : behind.substr(0, end);
}

// Returns the days from 1970-01-01 to a day of the Gregorian calendar.
std::int64_t days_from_1970(std::int64_t year, std::int64_t month, std::int64_t day) {
  // Years begin in March, so that a leap day is the last day of a year.
  year -= month <= 2 ? 1 : 0;
  const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
  const std::int64_t year_of_era = year - era * 400;
  const std::int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const std::int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

// Returns true for one to four decimal numbers; the numbers but the last are at most 255.
bool is_address(std::string_view host) {
  std::size_t count = 0;
  for (std::size_t at = 0; at <= host.size(); ++count) {
    const std::size_t end = std::min(host.find('.', at), host.size());
    const std::string_view part = host.substr(at, end - at);
    if (part.empty() || !std::ranges::all_of(part, ascii::is_digit)) return false;
    const bool is_small = part.size() < 3 || (part.size() == 3 && part <= "255");
    if (end != host.size() && !is_small) return false;
    at = end + 1;
  }
  return count <= 4;
}

bool is_http_protocol(std::string_view protocol) {
  return protocol == "http" || protocol == "https";
}

// Returns the host one label below `suffix` at the end of `host`; empty if the suffix is the whole host.
std::string_view domain_below(std::string_view host, std::string_view suffix) {
  if (suffix.empty() || suffix.size() >= host.size()) return {};
  const std::string_view front = host.substr(0, host.size() - suffix.size() - 1);
  return host.substr(front.rfind('.') + 1);
}

}  // namespace

parquet::description index_table() {
  parquet::description table;
  for (const table_column& column : columns_of_table)
    table.columns.push_back({std::string(column.name),
                             {column.kind, column.is_nullable, column.numbers},
                             column.is_sorted,
                             column.has_bloom});
  table.sorted_by = {key_place, time_place};
  table.created_by = "urlsieve version " + std::string(version);
  return table;
}

std::optional<std::int64_t> milliseconds_of(std::string_view timestamp) {
  if (timestamp.size() != 14) return std::nullopt;
  const auto part = [&](std::size_t at, std::size_t size) {
    return static_cast<std::int64_t>(number_in(timestamp.substr(at, size)));
  };
  const std::string day = std::string(timestamp.substr(0, 4))
                              .append(1, '-')
                              .append(timestamp, 4, 2)
                              .append(1, '-')
                              .append(timestamp, 6, 2);
  if (!is_calendar_date(day) || part(8, 2) > 23 || part(10, 2) > 59 || part(12, 2) > 60) return std::nullopt;
  const std::int64_t days = days_from_1970(part(0, 4), part(4, 2), part(6, 2));
  return (((days * 24 + part(8, 2)) * 60 + part(10, 2)) * 60 + part(12, 2)) * 1000;
}

void url_columns_of_index::set_host(std::string_view written) {
  if (written == written_host_ && !written.empty()) return;
  written_host_ = written;
  host_ = {};
  host_.name = ascii::lowered(written);
  if (host_.name.empty() || host_.name.starts_with('[')) return;
  const bool is_odd = is_address(host_.name) || std::ranges::any_of(host_.name, [](char c) {
                        return c == '%' || bytes::non_ascii.contains(c);
                      });
  if (is_odd) {
    const normalizer::outcome normal = urls_.normalize("http://" + host_.name + "/");
    if (normal.rejected == rejection::none) host_.name = url_view::of(normal.url).host();
  }
  if (is_address(host_.name)) return;
  if (host_.name.ends_with('.')) host_.name.pop_back();
  const std::string_view name = host_.name;
  for (std::size_t end = name.size(), i = 0;; ++i) {
    const std::size_t dot = end == 0 ? npos : name.rfind('.', end - 1);
    const std::string_view label = name.substr(dot + 1, end - dot - 1);
    if (i < host_.parts.size()) host_.parts[i] = label;
    if (i != 0) host_.reversed += '.';
    host_.reversed += label;
    if (dot == npos) break;
    end = dot;
  }
  using section = public_suffix_list::section;
  const public_suffix_list& list = public_suffix_list::system();
  host_.private_suffix = list.named_suffix(name, section::all);
  host_.private_domain = domain_below(name, host_.private_suffix);
  const bool has_registry = !host_.private_suffix.empty();
  host_.registry_suffix = has_registry ? list.named_suffix(name, section::registries) : std::string_view();
  host_.registered_domain = domain_below(name, host_.registry_suffix);
}

void url_columns_of_index::split(std::string_view url) {
  port_.reset();
  query_ = {};
  const std::size_t colon = url.find(':');
  protocol_ = ascii::lowered(url.substr(0, colon));
  std::string_view rest = url.substr(std::min(colon, url.size() - 1) + 1);
  rest = rest.substr(0, rest.find('#'));
  if (protocol_ == "dns") {
    path_ = {};
    return set_host(rest);
  }
  const std::size_t question = rest.find('?');
  if (question != npos) query_ = rest.substr(question + 1);
  rest = rest.substr(0, question);
  // "http:/a.example/" and "http:///a.example/" have a host, too.
  const std::size_t slashes = std::min(rest.find_first_not_of('/'), rest.size());
  if (!rest.starts_with("//") && !is_http_protocol(protocol_)) {
    path_ = rest;
    return set_host({});
  }
  rest.remove_prefix(is_http_protocol(protocol_) ? slashes : 2);
  std::string_view authority = rest.substr(0, rest.find('/'));
  path_ = rest.substr(authority.size());
  authority.remove_prefix(authority.rfind('@') + 1);
  const std::size_t bracket = authority.find(']');
  const std::size_t port_at = authority.find(':', bracket == npos ? 0 : bracket);
  if (port_at != npos) {
    const std::string_view digits = authority.substr(port_at + 1);
    std::uint16_t port = 0;
    const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (failed == std::errc() && end == digits.data() + digits.size()) port_ = port;
  }
  set_host(authority.substr(0, port_at));
}

void index_row_maker::read_members(std::string_view json) {
  for (std::string& member : members_) member.clear();
  json_scanner scanner(json);
  std::string* value = nullptr;
  for (json_token token = scanner.next(); token != json_token::end; token = scanner.next()) {
    const std::string_view text = scanner.text();
    if (token == json_token::key) {
      value = nullptr;
      for (std::size_t i = 0; i < names_of_members.size(); ++i)
        if (names_of_members[i] == text) value = &members_[i];
    } else if (token == json_token::string && value != nullptr) {
      value->resize(text.size());
      value->resize(decode_json_escapes(text, value->data()));
    }
  }
}

std::span<const row_value> index_row_maker::row_of(std::string_view line) {
  const std::size_t space = line.find(' ');
  const std::string_view timestamp = line.substr(space + 1, 14);
  read_members(line.substr(std::min(line.find('{', space), line.size())));
  const auto value_of = [this](index_member member) -> std::string_view {
    return members_[static_cast<std::size_t>(member)];
  };
  url_.split(value_of(index_member::url));
  const host_columns& host = url_.host();
  row_.clear();
  const auto add_text = [this](std::string_view text) { row_.add(row_value::of_text(text)); };
  const auto add_number = [this](std::int64_t number) {
    row_.add(row_value::of_number(static_cast<std::uint64_t>(number)));
  };
  add_text(line.substr(0, space));
  add_text(value_of(index_member::url));
  add_text(host.name);
  for (const std::string_view part : host.parts) add_text(part);
  add_text(host.registry_suffix);
  add_text(host.registered_domain);
  add_text(host.private_suffix);
  add_text(host.private_domain);
  add_text(host.reversed);
  add_text(url_.protocol());
  if (url_.port())
    add_number(static_cast<std::int64_t>(*url_.port()));
  else
    row_.add(row_value());
  add_text(url_.path());
  add_text(url_.query());
  add_number(milliseconds_of(timestamp).value_or(0));
  const std::string_view status = value_of(index_member::status);
  add_number(status.empty() ? -1 : static_cast<std::int64_t>(number_in(status)));
  for (const index_member member :
       {index_member::redirect, index_member::digest, index_member::mime, index_member::mime_detected,
        index_member::charset, index_member::languages, index_member::truncated, index_member::filename})
    add_text(value_of(member));
  add_number(static_cast<std::int64_t>(number_in(value_of(index_member::offset))));
  add_number(static_cast<std::int64_t>(number_in(value_of(index_member::length))));
  add_text(segment_in(value_of(index_member::filename)));
  return row_.values();
}

}  // namespace urlsieve
