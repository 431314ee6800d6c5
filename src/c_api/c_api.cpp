// The functions of urlsieve.h on URLs, pages and files: handles own C++ objects, words become options, and
// exceptions become codes.
#include "urlsieve.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/c_api/handles.hpp"
#include "urlsieve/fields.hpp"
#include "urlsieve/learnt_rules.hpp"
#include "urlsieve/urlsieve.hpp"

using namespace urlsieve;
using namespace urlsieve::c_api;

struct urlsieve_batch {
  std::unique_ptr<url_batch> rows;
  url_batch shape;  // without rows
};

struct urlsieve_extractor {
  extractor links;
  urlsieve_batch rows;
};

struct urlsieve_normalizer {
  normalizer urls;
  normalized_urls many;
};

struct urlsieve_scan {
  file_scan scan;
  url_batch shape;
};

namespace {

std::string_view view_of(urlsieve_text text) {
  return {text.bytes == nullptr ? "" : text.bytes, text.size};
}

result<std::vector<field>> fields_of(const char* names) {
  extract_options named;
  return set_option(named, "fields", names == nullptr ? "url" : names).map([&] {
    return named.output.fields;
  });
}

// Literals, so they end in NUL.
const std::vector<option_word>& all_options() {
  static const std::vector<option_word> all = option_words();
  return all;
}

page page_of(const urlsieve_page* fields) {
  return {.bytes = view_of(fields->bytes),
          .base = view_of(fields->base),
          .source = view_of(fields->source),
          .content_type = view_of(fields->content_type),
          .type = std::nullopt,
          .charset = view_of(fields->charset)};
}

const batch_column* column_of(const urlsieve_batch* batch, std::size_t column) {
  return column < batch->rows->columns().size() ? &batch->rows->columns()[column] : nullptr;
}

}  // namespace

extern "C" {

const char* urlsieve_version(void) {
  return urlsieve::version.data();
}

urlsieve_options* urlsieve_options_new(void) {
  return make_handle<urlsieve_options>(nullptr, []() -> result<std::unique_ptr<urlsieve_options>> {
    return std::make_unique<urlsieve_options>();
  });
}

void urlsieve_options_free(urlsieve_options* options) {
  delete options;
}

int urlsieve_options_set(urlsieve_options* options, const char* name, const char* value,
                         urlsieve_error* error) {
  return guarded(error, [&] {
    const result<void> set = set_option(options->chosen, name, value == nullptr ? "" : value);
    if (!set) return report(error, set.error());
    options->given.emplace(name, value == nullptr ? "" : value);
    return report(error, URLSIEVE_OK, {});
  });
}

size_t urlsieve_option_count(void) {
  size_t count = 0;
  guarded(nullptr, [&] {
    count = all_options().size();
    return URLSIEVE_OK;
  });
  return count;
}

const char* urlsieve_option_name(size_t number) {
  return number < urlsieve_option_count() ? all_options()[number].name.data() : nullptr;
}

void urlsieve_batch_free(urlsieve_batch* batch) {
  delete batch;
}

void urlsieve_batch_clear(urlsieve_batch* batch) {
  batch->rows->clear();
}

size_t urlsieve_batch_size(const urlsieve_batch* batch) {
  return batch->rows->size();
}

urlsieve_text urlsieve_batch_text(const urlsieve_batch* batch, size_t column, size_t row) {
  const batch_column* const asked = column_of(batch, column);
  if (asked == nullptr || asked->is_number() || row >= batch->rows->size()) return {"", 0};
  const std::string_view text = asked->text(row);
  return {text.data(), text.size()};
}

uint64_t urlsieve_batch_number(const urlsieve_batch* batch, size_t column, size_t row) {
  const batch_column* const asked = column_of(batch, column);
  return asked == nullptr || !asked->is_number() || row >= batch->rows->size() ? 0 : asked->numbers[row];
}

int urlsieve_batch_is_null(const urlsieve_batch* batch, size_t column, size_t row) {
  const batch_column* const asked = column_of(batch, column);
  return asked != nullptr && row < batch->rows->size() && asked->is_null(row) ? 1 : 0;
}

int urlsieve_batch_column(const urlsieve_batch* batch, size_t column, const char** bytes,
                          const uint64_t** ends) {
  const batch_column* const asked = column_of(batch, column);
  if (asked == nullptr || asked->is_number()) return 0;
  *bytes = asked->bytes.data();
  *ends = asked->ends.data();
  return 1;
}

int urlsieve_batch_export(urlsieve_batch* batch, struct ArrowSchema* schema, struct ArrowArray* array,
                          urlsieve_error* error) {
  return guarded(error, [&] {
    auto empty = std::make_unique<url_batch>(batch->shape);
    if (schema != nullptr) export_schema(batch->shape.columns(), schema);
    export_batch(std::exchange(batch->rows, std::move(empty)), array);
    return report(error, URLSIEVE_OK, {});
  });
}

urlsieve_extractor* urlsieve_extractor_new(const urlsieve_options* options, const char* fields,
                                           const char* dedup, urlsieve_error* error) {
  return make_handle<urlsieve_extractor>(error, [&]() -> result<std::unique_ptr<urlsieve_extractor>> {
    const std::optional<dedup_scope> scope = parse_name<dedup_scope>(dedup == nullptr ? "page" : dedup);
    if (!scope) return tl::unexpected(urlsieve::error{error_code::usage, "dedup is page, extractor or off"});
    const result<std::vector<field>> named = fields_of(fields);
    if (!named) return tl::unexpected(named.error());
    const result<url_batch> shape = url_batch::with(*named);
    if (!shape) return tl::unexpected(shape.error());
    extract_options chosen = options_of(options);
    chosen.links.note_context = any_needs(*named, column_need::context);
    result<extractor> links = extractor::make(chosen, *scope);
    if (!links) return tl::unexpected(links.error());
    return std::make_unique<urlsieve_extractor>(
        urlsieve_extractor{std::move(*links), {std::make_unique<url_batch>(*shape), *shape}});
  });
}

void urlsieve_extractor_free(urlsieve_extractor* extractor) {
  delete extractor;
}

urlsieve_batch* urlsieve_extractor_rows(urlsieve_extractor* extractor) {
  return &extractor->rows;
}

int urlsieve_extractor_run(urlsieve_extractor* extractor, const urlsieve_page* page, urlsieve_error* error) {
  return guarded(error, [&] {
    extractor->links.run(page_of(page), [&](const sieved_url& found) { extractor->rows.rows->add(found); });
    return report(error, URLSIEVE_OK, {});
  });
}

int urlsieve_extractor_begin(urlsieve_extractor* extractor, const urlsieve_page* page,
                             urlsieve_error* error) {
  return guarded(error, [&] {
    extractor->links.begin(page_of(page));
    return report(error, URLSIEVE_OK, {});
  });
}

int urlsieve_extractor_feed(urlsieve_extractor* extractor, const char* bytes, size_t size,
                            urlsieve_error* error) {
  return guarded(error, [&] {
    extractor->links.feed({bytes, size}, [&](const sieved_url& found) { extractor->rows.rows->add(found); });
    return report(error, URLSIEVE_OK, {});
  });
}

int urlsieve_extractor_end(urlsieve_extractor* extractor, urlsieve_error* error) {
  return guarded(error, [&] {
    extractor->links.end([&](const sieved_url& found) { extractor->rows.rows->add(found); });
    return report(error, URLSIEVE_OK, {});
  });
}

urlsieve_normalizer* urlsieve_normalizer_new(const urlsieve_options* options, urlsieve_error* error) {
  return make_handle<urlsieve_normalizer>(error, [&]() -> result<std::unique_ptr<urlsieve_normalizer>> {
    extract_options chosen = options_of(options);
    if (const result<void> loaded = load_rules(chosen.url); !loaded) return tl::unexpected(loaded.error());
    known_redirects known;
    if (chosen.url.ladder == rung::protocol || !chosen.redirects.read_from.empty()) {
      result<known_redirects> loaded =
          known_redirects::load(chosen.url, chosen.redirects, chosen.output.memory, chosen.output.temporary);
      if (!loaded) return tl::unexpected(loaded.error());
      known = std::move(*loaded);
    }
    return std::make_unique<urlsieve_normalizer>(
        urlsieve_normalizer{normalizer(chosen.url, std::move(known)), {}});
  });
}

void urlsieve_normalizer_free(urlsieve_normalizer* normalizer) {
  delete normalizer;
}

int urlsieve_normalizer_set_base(urlsieve_normalizer* normalizer, const char* base, size_t size,
                                 urlsieve_error* error) {
  return guarded(error, [&] {
    if (normalizer->urls.set_base({base == nullptr ? "" : base, size})) return report(error, URLSIEVE_OK, {});
    return report(error, URLSIEVE_INVALID_URL, "the base is not an absolute URL");
  });
}

int urlsieve_normalize(urlsieve_normalizer* normalizer, const char* reference, size_t size,
                       urlsieve_text* url) {
  *url = {"", 0};
  int why = -1;
  guarded(nullptr, [&] {
    const normalizer::outcome outcome = normalizer->urls.normalize({reference, size});
    if (outcome.rejected == rejection::none) *url = {outcome.url.data(), outcome.url.size()};
    why = static_cast<int>(outcome.rejected);
    return 0;
  });
  return why;
}

int urlsieve_normalizer_state(const urlsieve_normalizer* normalizer, urlsieve_error* error) {
  return guarded(error, [&] {
    const result<void> state = normalizer->urls.state();
    return state ? report(error, URLSIEVE_OK, {}) : report(error, state.error());
  });
}

const char* urlsieve_rejection_name(int number) {
  if (number < 0 || number >= static_cast<int>(rejection_count)) return nullptr;
  return name_of(static_cast<rejection>(number)).data();
}

int urlsieve_normalize_lines(urlsieve_normalizer* normalizer, const char* lines, size_t size,
                             const char** bytes, const uint64_t** ends, size_t* count,
                             urlsieve_error* error) {
  return guarded(error, [&] {
    normalizer->many.clear();
    normalizer->urls.normalize_lines({lines, size}, normalizer->many);
    *bytes = normalizer->many.bytes().data();
    *ends = normalizer->many.offsets().data();
    *count = normalizer->many.size();
    const result<void> state = normalizer->urls.state();
    return state ? report(error, URLSIEVE_OK, {}) : report(error, state.error());
  });
}

urlsieve_scan* urlsieve_scan_open(const urlsieve_options* options, const char* const* inputs,
                                  size_t input_count, const char* fields, size_t rows,
                                  urlsieve_error* error) {
  return make_handle<urlsieve_scan>(error, [&]() -> result<std::unique_ptr<urlsieve_scan>> {
    constexpr std::size_t usual_rows = 65536;
    extract_options chosen = options_of(options);
    chosen.input.paths = list_of(inputs, input_count);
    const result<std::vector<field>> named = fields_of(fields);
    if (!named) return tl::unexpected(named.error());
    result<url_batch> shape = url_batch::with(*named);
    if (!shape) return tl::unexpected(shape.error());
    result<file_scan> scan = file_scan::open(chosen, *named, rows == 0 ? usual_rows : rows);
    if (!scan) return tl::unexpected(scan.error());
    return std::make_unique<urlsieve_scan>(urlsieve_scan{std::move(*scan), std::move(*shape)});
  });
}

void urlsieve_scan_free(urlsieve_scan* scan) {
  delete scan;
}

int urlsieve_scan_next(urlsieve_scan* scan, urlsieve_batch** rows, urlsieve_error* error) {
  *rows = nullptr;
  return guarded(error, [&] {
    result<std::unique_ptr<url_batch>> next = scan->scan.next();
    if (!next) return report(error, next.error());
    if (*next) *rows = new urlsieve_batch{std::move(*next), scan->shape};
    return report(error, URLSIEVE_OK, {});
  });
}

void urlsieve_scan_stop(urlsieve_scan* scan) {
  scan->scan.stop();
}

}  // extern "C"
