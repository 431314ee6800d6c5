#include "src/documents/json/wat.hpp"

#include <simdjson.h>

#include <cstddef>

#include "src/documents/header_fields.hpp"
#include "src/documents/http/http_links.hpp"
#include "src/documents/json/plain_json.hpp"
#include "src/text/ascii.hpp"

namespace urlsieve {
namespace {

namespace json = simdjson::ondemand;

// A value at the cursor of the quick reader. Overloads of the same names read it and the values of the exact
// parser, so the WAT structure is written once. An error means that the reader gave up.
struct plain_value {
  plain_json* text;
};

simdjson::error_code error_unless(bool succeeded) {
  return succeeded ? simdjson::SUCCESS : simdjson::UNSUPPORTED_ARCHITECTURE;
}

template <class Use>
simdjson::error_code each_field(plain_value value, Use&& use) {
  if (!value.text->is_object()) return simdjson::SUCCESS;
  return error_unless(
      value.text->each_field([&](std::string_view key) { return use(key, value) == simdjson::SUCCESS; }));
}

template <class Use>
simdjson::error_code each_element(plain_value value, Use&& use) {
  if (!value.text->is_array()) return use(value);
  return error_unless(value.text->each_element([&] { return use(value) == simdjson::SUCCESS; }));
}

simdjson::error_code read_string(plain_value value, std::string_view& text) {
  return error_unless(!value.text->is_string() || value.text->read_string(text));
}

// Calls use(key, value) for each field of `value`, if it is an object.
template <class Use>
simdjson::error_code each_field(json::value value, Use&& use) {
  json::json_type type;
  if (const auto failed = value.type().get(type)) return failed;
  if (type != json::json_type::object) return simdjson::SUCCESS;
  json::object fields;
  if (const auto failed = value.get_object().get(fields)) return failed;
  for (auto entry : fields) {
    json::field field;
    if (const auto failed = std::move(entry).get(field)) return failed;
    std::string_view key;
    if (const auto failed = field.unescaped_key().get(key)) return failed;
    if (const auto failed = use(key, field.value())) return failed;
  }
  return simdjson::SUCCESS;
}

// Calls use(element) for each element of an array, or for the value itself.
template <class Use>
simdjson::error_code each_element(json::value value, Use&& use) {
  json::json_type type;
  if (const auto failed = value.type().get(type)) return failed;
  if (type != json::json_type::array) return use(value);
  json::array elements;
  if (const auto failed = value.get_array().get(elements)) return failed;
  for (auto element : elements) {
    json::value item;
    if (const auto failed = element.get(item)) return failed;
    if (const auto failed = use(item)) return failed;
  }
  return simdjson::SUCCESS;
}

simdjson::error_code read_string(json::value value, std::string_view& text) {
  json::json_type type;
  if (const auto failed = value.type().get(type)) return failed;
  return type == json::json_type::string ? value.get_string().get(text) : simdjson::SUCCESS;
}

// Returns the `where` of a link: "A@/href" in WAT is "a@href" here. Names such as "__base__@href" stay
// distinct.
std::string_view where_of(std::string_view path, arena& names) {
  char* const place = names.reserve(path.size());
  std::size_t size = 0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '/' && i != 0 && path[i - 1] == '@') continue;
    const char c = path[i];
    // Fields of the output contain no line ends and TABs.
    place[size++] = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : (c >= 0 && c <= ' ' ? '_' : c);
  }
  return names.commit(size);
}

}  // namespace

struct wat_reader::machinery {
  simdjson::error_code read_exactly(std::string_view text);
  simdjson::error_code read_quickly(std::string_view text);
  template <class Value>
  simdjson::error_code read_whole(Value whole);
  template <class Value>
  simdjson::error_code read_envelope(Value envelope);
  template <class Value>
  simdjson::error_code read_response(Value response);
  template <class Value>
  simdjson::error_code read_headers(Value headers);
  template <class Value>
  simdjson::error_code read_page(Value metadata);
  template <class Value>
  simdjson::error_code read_head(Value head);
  template <class Value>
  simdjson::error_code read_links(Value links);
  template <class Value>
  simdjson::error_code read_metas(Value metas);

  // Caches the last name, because links of one kind follow one another.
  std::string_view where_of_link(std::string_view path) {
    if (last_where.empty() || path != last_path) {
      last_path = path;
      last_where = where_of(path, *names);
    }
    return last_where;
  }

  void add(std::string_view raw, std::string_view where) {
    if (raw.empty()) return;
    reference& found = page->emplace_back();
    found.raw = raw;
    found.where = where;
  }

  json::parser parser;
  plain_json plain;
  std::string_view last_path;  // valid for the current text, while last_where is not empty
  std::string_view last_where;
  wat_links* about = nullptr;
  std::vector<reference>* header = nullptr;
  std::vector<reference>* page = nullptr;
  arena* names = nullptr;
};

simdjson::error_code wat_reader::machinery::read_exactly(std::string_view text) {
  json::document parsed;
  const std::size_t readable = text.size() + simdjson::SIMDJSON_PADDING;
  if (const auto failed = parser.iterate(text.data(), text.size(), readable).get(parsed)) return failed;
  json::value whole;
  if (const auto failed = parsed.get_value().get(whole)) return failed;
  return read_whole(whole);
}

simdjson::error_code wat_reader::machinery::read_quickly(std::string_view text) {
  if (!plain.begin(text)) return simdjson::UNSUPPORTED_ARCHITECTURE;
  if (const auto failed = read_whole(plain_value{&plain})) return failed;
  return error_unless(plain.at_end());
}

// {"Container": ..., "Envelope": {"WARC-Header-Metadata": ..., "Payload-Metadata": ...}}
template <class Value>
simdjson::error_code wat_reader::machinery::read_whole(Value whole) {
  return each_field(whole, [&](std::string_view key, Value value) {
    return key == "Envelope" ? read_envelope(value) : simdjson::SUCCESS;
  });
}

template <class Value>
simdjson::error_code wat_reader::machinery::read_envelope(Value envelope) {
  return each_field(envelope, [&](std::string_view key, Value value) {
    if (key == "WARC-Header-Metadata")
      return each_field(value, [&](std::string_view name, Value field) {
        return ascii::same(name, "warc-target-uri") ? read_string(field, about->target) : simdjson::SUCCESS;
      });
    if (key == "Payload-Metadata")
      return each_field(value, [&](std::string_view name, Value field) {
        return name == "HTTP-Response-Metadata" ? read_response(field) : simdjson::SUCCESS;
      });
    return simdjson::SUCCESS;
  });
}

template <class Value>
simdjson::error_code wat_reader::machinery::read_response(Value response) {
  about->has_response = true;
  return each_field(response, [&](std::string_view key, Value value) {
    if (key == "Headers") return read_headers(value);
    if (key == "HTML-Metadata") return read_page(value);
    return simdjson::SUCCESS;
  });
}

template <class Value>
simdjson::error_code wat_reader::machinery::read_headers(Value headers) {
  return each_field(headers, [&](std::string_view name, Value values) {
    return each_element(values, [&](Value value) {
      std::string_view text;
      if (const auto failed = read_string(value, text)) return failed;
      find_http_links(name, text, *header);
      return simdjson::SUCCESS;
    });
  });
}

template <class Value>
simdjson::error_code wat_reader::machinery::read_page(Value metadata) {
  return each_field(metadata, [&](std::string_view key, Value value) {
    if (key == "Head") return read_head(value);
    if (key == "Links") return read_links(value);
    return simdjson::SUCCESS;
  });
}

template <class Value>
simdjson::error_code wat_reader::machinery::read_head(Value head) {
  return each_field(head, [&](std::string_view key, Value value) {
    if (key == "Base") return read_string(value, about->embedded_base);
    if (key == "Link" || key == "Scripts") return read_links(value);
    if (key == "Metas") return read_metas(value);
    return simdjson::SUCCESS;
  });
}

// Reads [{"path": "A@/href", "url": "/x", "text": ...}, ...]; links to style sheets have "href" instead of
// "url".
template <class Value>
simdjson::error_code wat_reader::machinery::read_links(Value links) {
  return each_element(links, [&](Value link) {
    std::string_view path, url;
    const auto failed = each_field(link, [&](std::string_view key, Value value) {
      if (key == "path") return read_string(value, path);
      return key == "url" || key == "href" ? read_string(value, url) : simdjson::SUCCESS;
    });
    if (failed == simdjson::SUCCESS && !url.empty()) add(trimmed(url), where_of_link(path));
    return failed;
  });
}

// Among <meta> elements, a refresh and absolute URLs ("og:image") are links.
template <class Value>
simdjson::error_code wat_reader::machinery::read_metas(Value metas) {
  return each_element(metas, [&](Value meta) {
    std::string_view pragma, content;
    const auto failed = each_field(meta, [&](std::string_view key, Value value) {
      if (key == "http-equiv") return read_string(value, pragma);
      return key == "content" ? read_string(value, content) : simdjson::SUCCESS;
    });
    if (failed != simdjson::SUCCESS) return failed;
    content = trimmed(content);
    if (ascii::same(trimmed(pragma), "refresh")) {
      const std::size_t before = page->size();
      find_http_links("refresh", content, *page);
      for (std::size_t i = before; i < page->size(); ++i) (*page)[i].where = "meta@content";
    } else if (ascii::begins(content, "http://") || ascii::begins(content, "https://")) {
      add(content, "meta@content");
    }
    return simdjson::SUCCESS;
  });
}

wat_reader::wat_reader(way parser) : machinery_(std::make_unique<machinery>()), how_(parser) {}
wat_reader::~wat_reader() = default;

bool wat_reader::read(std::string_view text, wat_links& about, std::vector<reference>& header,
                      std::vector<reference>& page, arena& names) {
  text = trimmed(text);
  const std::size_t header_before = header.size();
  const std::size_t page_before = page.size();
  machinery_->about = &about;
  machinery_->header = &header;
  machinery_->page = &page;
  machinery_->names = &names;
  const auto is_read_by = [&](simdjson::error_code (machinery::*read_one)(std::string_view)) {
    about = {};
    machinery_->last_where = {};
    if ((*machinery_.*read_one)(text) == simdjson::SUCCESS) return true;
    header.resize(header_before);
    page.resize(page_before);
    return false;
  };
  return (how_ == way::quick && is_read_by(&machinery::read_quickly)) || is_read_by(&machinery::read_exactly);
}

bool is_wat(std::string_view body) {
  constexpr std::size_t container = 4096;  // size of the members before the envelope
  const std::string_view text = trimmed(body.substr(0, container));
  return text.starts_with('{') && text.find("\"Envelope\"") != std::string_view::npos;
}

}  // namespace urlsieve
