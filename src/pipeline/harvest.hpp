// The parallel station: opens the slices of a batch, finds their references, and makes each the URL it stands
// for (base, repair, resolution, ladder). One harvester serves one thread at a time and keeps its scratch
// memory.
#ifndef URLSIEVE_PIPELINE_HARVEST_HPP
#define URLSIEVE_PIPELINE_HARVEST_HPP

#include <string>
#include <string_view>
#include <vector>

#include "src/dedup/redirect_table.hpp"
#include "src/documents/cdx.hpp"
#include "src/documents/http_message.hpp"
#include "src/documents/json_lines.hpp"
#include "src/documents/mail_message.hpp"
#include "src/documents/url_list.hpp"
#include "src/documents/warc_metadata.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/url_judge.hpp"
#include "src/references/finder.hpp"
#include "src/references/in_css.hpp"
#include "src/references/in_html.hpp"
#include "src/references/in_json.hpp"
#include "src/references/in_text.hpp"
#include "src/references/in_xml.hpp"
#include "src/url/canonical.hpp"
#include "urlsieve/document.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

class harvester {
 public:
  // `with_contexts`: fill batch::contexts for each URL. `redirects` is followed at the protocol rung; it may
  // be null.
  harvester(const extract_options& options, bool with_contexts, const redirect_table* redirects);

  void harvest(batch& work);

 private:
  void open(const slice& part, std::string_view input, batch& work);
  void open_http(const slice& part, std::string_view input, batch& work);
  void open_message(const slice& part, std::string_view input, batch& work);
  bool is_internal(const reference& found, const document& opened, const base_url* base, batch& work);
  void read(const document& opened, batch& work);
  void read_metadata(const slice& part, std::string_view input, batch& work);
  void find(const document& opened, stats& counted);
  void note_redirect(std::string_view from, std::string_view to, const base_url* base, batch& work);
  std::string_view redirect_end(std::string_view written, const base_url* base, batch& work);
  void judge_all(const document& opened, batch& work);
  const base_url* outer_base(const document& opened);
  const base_url* embedded_base(const base_url* outer);

  const extract_options& options_;
  url_judge judge_;
  canonicalizer resolver_;       // for bases
  canonicalizer redirect_ends_;  // for any scheme but those dropped
  bool notes_redirects_;
  bool notes_canonical_;

  http_reader http_;
  metadata_reader metadata_;
  json_lines_reader json_lines_;
  mail_reader mail_;
  bool in_message_ = false;
  text_finder text_;
  html_finder html_;
  css_finder css_;
  xml_finder xml_;
  json_finder json_;

  findings found_;
  std::vector<reference> header_references_;
  base_url document_base_;
  base_url embedded_base_;
};

}  // namespace urlsieve

#endif
