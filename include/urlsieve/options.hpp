// All options of a run. Each group of options has its own header, for code that needs only the group.
#ifndef URLSIEVE_OPTIONS_HPP
#define URLSIEVE_OPTIONS_HPP

#include <cstddef>
#include <string>
#include <vector>

#include "urlsieve/document_options.hpp"
#include "urlsieve/fault.hpp"
#include "urlsieve/filter_options.hpp"
#include "urlsieve/input_options.hpp"
#include "urlsieve/link_options.hpp"
#include "urlsieve/mail_options.hpp"
#include "urlsieve/output_options.hpp"
#include "urlsieve/redirect_options.hpp"
#include "urlsieve/remote_options.hpp"
#include "urlsieve/text_options.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {

struct extract_options {
  input_options input;
  remote_options remote;
  url_options url;
  text_options text;
  link_options links;
  mail_options mail;
  document_options documents;
  filter_options filters;
  output_options output;
  reject_options rejects;
  redirect_options redirects;
  std::string base;               // the application's default base; empty: none
  bool content_location = false;  // use the HTTP header Content-Location as base (url-syntax-05 section 5.1)
  unsigned threads = 0;           // 0: all threads of the machine
  // Usual number of decompressed bytes in a batch. A batch and its URLs fit into the L2 cache.
  std::size_t batch_bytes = std::size_t{256} << 10U;
  error_policy on_error = error_policy::fail;
  bool note_pages = false;     // note the content and the canonical URL of each page (learn_rules())
  bool whole_records = false;  // read only web archives, and do not open their records (write_index())
  std::vector<std::string> also_read;     // files the caller has read; an error if the run writes them, too
  std::vector<std::string> also_written;  // files the caller writes; an error if the run reads them, too
};

}  // namespace urlsieve

#endif
