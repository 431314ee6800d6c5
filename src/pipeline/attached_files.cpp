#include "src/pipeline/attached_files.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "src/codec/compression.hpp"
#include "src/documents/foreign_formats.hpp"
#include "src/documents/formats.hpp"
#include "src/documents/message/mime_leaf.hpp"
#include "src/documents/slice_opener.hpp"
#include "src/input/archives/file_archive.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/input_reader.hpp"
#include "src/pipeline/option_parts.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {
namespace {

// The contents of an attached file, at all depths, may be 1,100 times its size, or 256 MiB if that is more.
constexpr std::uint64_t free_expansion = std::uint64_t{256} << 20;
constexpr std::uint64_t max_expansion = 1100;

// Options for inputs of the run do not apply to files inside the inputs, except for these members.
extract_options for_attachments(extract_options options) {
  const input_options of_run = std::exchange(options.input, {});
  options.input.json_url = of_run.json_url;
  options.input.json_text = of_run.json_text;
  options.input.json_html = of_run.json_html;
  options.input.json_mail = of_run.json_mail;
  options.input.columns = of_run.columns;
  options.input.charset = of_run.charset;
  options.input.max_document = of_run.max_document;
  options.output.fields = {field::url};
  options.output.line_buffered = false;
  return options;
}

// Returns true if the file holds other files or messages.
bool is_container(std::string_view name, std::string_view bytes, const extract_options& options) {
  const std::string_view head = bytes.substr(0, input_head_size);
  if (sniff_compression(head.substr(0, compression_head_size)) != compression::none) return true;
  if (sniff_compressed_file(head) != file_archive::none) return true;
  if (sniff_file_archive(head) != file_archive::none) return !is_office_document(head);
  const format_match found = match_format({name, bytes, true}, options.input);
  return found.as != nullptr && found.as->family != format_family::text;
}

// Passes on the documents of an attached file, as parts of the part that holds the file.
class attached_sink final : public document_sink {
 public:
  attached_sink(const document& context, document_sink& sink) : context_(context), sink_(sink) {}

  // `path`: the place of the next documents in the attached file, "!inner.txt"; empty: the file itself.
  void enter(std::string_view path) { part_.assign(context_.part).append(path); }

  void add_document(const document& opened) override {
    document attached = placed(opened);
    if (attached.where_prefix.empty() && attached.where.empty())
      attached.where_prefix = prefix_of(opened.type);
    sink_.add_document(attached);
  }
  void add_part(const document& opened, related_parts& others) override {
    sink_.add_part(placed(opened), others);
  }
  void add_references(const document& context, std::span<const reference> found) override {
    sink_.add_references(placed(context), found);
  }
  void add_redirect(std::string_view from, std::string_view to, redirect_kind kind) override {
    sink_.add_redirect(from, to, kind);
  }
  bool add_file(const document& context, std::string_view name, std::string_view bytes) override {
    return sink_.add_file(placed(context), name, bytes);
  }

 private:
  document placed(document opened) {
    opened.offset = context_.offset;
    if (opened.message_id.empty()) opened.message_id = context_.message_id;
    if (opened.base.empty()) opened.base = context_.base;
    if (opened.part_type.empty()) opened.part_type = context_.part_type;
    inner_part_ = part_;
    if (!opened.part.empty()) inner_part_.append(1, '!').append(opened.part);
    opened.part = inner_part_;
    return opened;
  }

  const document& context_;
  document_sink& sink_;
  std::string part_;
  std::string inner_part_;
};

// Returns true for damage that is counted unchanged. The bodies of HTTP and S/MIME count
// damage::expansion_limit in the same way.
bool stays(damage reason) {
  return kind_of(reason) == fault::content || reason == damage::expansion_limit;
}

// Counts faults of an attached file as faults of the content of the message.
void add_damage(const stats& of_file, std::string_view name, const document& context, stats& counted) {
  damage_counts left = of_file.damaged;
  for (const damage_example& example : of_file.examples) {
    const damage reason = stays(example.reason) ? example.reason : damage::bad_content_encoding;
    std::string_view where = example.input;
    if (where.starts_with(name)) where.remove_prefix(name.size());
    std::string detail(reason == example.reason ? std::string_view() : description_of(example.reason));
    if (!example.detail.empty()) detail.append(detail.empty() ? "" : ": ").append(example.detail);
    counted.damaged_at(reason, std::string(context.part).append(where), context.offset, detail);
    --left[static_cast<std::size_t>(example.reason)];
  }
  for (std::size_t i = 0; i < damage_count; ++i) {
    const bool is_kept = stays(static_cast<damage>(i));
    counted.damaged[is_kept ? i : static_cast<std::size_t>(damage::bad_content_encoding)] += left[i];
  }
  for (const auto& [kind, times] : of_file.skipped) {
    const std::size_t colon = kind.find(':');
    counted.count_skipped(std::string_view(kind).substr(0, colon), std::string_view(kind).substr(colon + 1),
                          times);
  }
  counted.documents += of_file.documents;
}

}  // namespace

struct attached_files::level {
  explicit level(const extract_options& options)
      : opener(options.input, options.mail, options.url, script_bodies_of(options.links)) {}

  slice_opener opener;
  batch read;
};

attached_files::attached_files(const extract_options& options) : of_run_(options) {}
attached_files::~attached_files() = default;

bool attached_files::read(const document& context, std::string_view name, std::string_view bytes,
                          document_sink& sink, stats& counted) {
  if (options_ == nullptr) options_ = std::make_unique<extract_options>(for_attachments(of_run_));
  if (!is_container(name, bytes, *options_)) return false;
  if (depth_ == max_depth) {
    counted.damaged_at(damage::too_deep, context.source, context.offset, "an attached file inside 4 others");
    return true;
  }
  if (levels_[depth_] == nullptr) levels_[depth_] = std::make_unique<level>(*options_);
  level& current = *levels_[depth_];
  const std::string called(name.empty() || name == "-" ? std::string_view("file") : name);
  input_reader inner = input_reader::over(bytes, *options_, called);
  if (depth_ == 0) expansion_left_ = std::max(free_expansion, max_expansion * bytes.size());
  inner.bound_expansion(expansion_left_);
  attached_sink attached(context, sink);
  ++depth_;
  while (inner.fill(current.read)) {
    stats of_slices;
    std::size_t next_input = 0;
    for (std::size_t i = 0; i < current.read.slices.size(); ++i) {
      while (next_input < current.read.inputs.size() && current.read.inputs[next_input].first_slice <= i)
        attached.enter(std::string_view(current.read.inputs[next_input++].name).substr(called.size()));
      current.opener.open(current.read.slices[i], context.source, attached, of_slices);
    }
    current.read.counted.add(of_slices);
    add_damage(current.read.counted, called, context, counted);
  }
  --depth_;
  current.read.clear();
  current.read.release();
  return true;
}

}  // namespace urlsieve
