// Packs files of this machine as if people had mailed them, as one mbox: `mail_pack FORMAT <LIST >OUT`.
// LIST has one "path TAB url" a line. FORMAT is list (texts in plain mails of a mailing list, a third of them
// quoted in answers) or mixed (texts and pages in all the ways mail has for them).
// The same list and files give the same bytes: dates, ids and addresses are made from the position in the
// list.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>

#include "corpora/listed_files.hpp"
#include "corpora/quoted_printable.hpp"

namespace {

using urlsieve::corpora::listed_file;
using urlsieve::corpora::put;

// People do not mail more than this at once.
constexpr std::size_t longest_text = 12000;
constexpr std::size_t longest_page = 40000;

std::string two_digits(std::uint64_t value) {
  return {static_cast<char>('0' + value / 10), static_cast<char>('0' + value % 10)};
}

// RFC 2045 section 6.8, lines of 76 characters.
std::string base64(std::string_view bytes) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U;
  };
  std::string coded;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    if (i != 0 && i % 57 == 0) coded += '\n';
    const std::uint32_t three = byte(i) << 16U | byte(i + 1) << 8U | byte(i + 2);
    for (unsigned at = 0; at < 4; ++at)
      coded += i + at > bytes.size() ? '=' : letters[three >> (18U - 6U * at) & 63U];
  }
  return coded + "\n";
}

// Each line behind the mark of an answer; "From " at the start of a line gets the mbox's own mark.
std::string lines_behind(std::string_view mark, std::string_view text) {
  std::string marked;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    const std::string_view line = text.substr(from, end - from);
    if (mark.empty() && line.starts_with("From ")) marked += '>';
    marked.append(mark).append(line).append("\n");
    from = end + 1;
  }
  return marked;
}

std::string id_of(std::uint64_t number) {
  return "<20240301." + std::to_string(number * 7919 % 1000003) + "." + std::to_string(number) +
         "@mail.example>";
}

void put_head(const listed_file& it) {
  const std::string day = two_digits(1 + it.number / 1440 % 28);
  const std::string time = two_digits(it.number / 60 % 24) + ":" + two_digits(it.number % 60) + ":07";
  const std::string person = "writer" + std::to_string(it.number * 31 % 97);
  put("From " + person + "@mail.example Fri Mar " + day + " " + time + " 2024\n");
  put("Return-Path: <" + person + "@mail.example>\nDelivered-To: list@lists.example\n");
  put("Received: from relay.example (relay.example [192.0.2.7])\n\tby lists.example (Postfix) with ESMTP id "
      "4F" +
      std::to_string(it.number) + "\n\tfor <list@lists.example>; Fri, " + day + " Mar 2024 " + time +
      " +0000 (UTC)\n");
  put("From: A. Writer <" + person + "@mail.example>\nTo: list@lists.example\nDate: Fri, " + day +
      " Mar 2024 " + time + " +0000\nMessage-ID: " + id_of(it.number) + "\n");
  if (it.number % 3 == 0) put("In-Reply-To: " + id_of(it.number - 1) + "\n");
  put("Subject: " + std::string(it.number % 3 == 0 ? "Re: " : "") + "number " + std::to_string(it.number) +
      "\nList-Archive: <https://lists.example/archives/list/>\n"
      "List-Unsubscribe: <https://lists.example/options/list>,\n\t<mailto:list-request@lists.example>\n"
      "MIME-Version: 1.0\n");
}

void put_plain(const listed_file& it) {
  put_head(it);
  put("Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n");
  if (it.number % 3 == 0) put("On Friday, somebody wrote:\n");
  put(lines_behind(it.number % 3 == 0 ? "> " : "", it.bytes));
  put("\nSee " + it.url + "\n-- \nA. Writer\n<URL:" + it.url + ">\n\n");
}

void put_part(const listed_file& it, std::string_view type, bool in_base64) {
  put("Content-Type: text/" + std::string(type) + "; charset=utf-8\nContent-Transfer-Encoding: ");
  put(in_base64 ? "base64\n\n" : "quoted-printable\n\n");
  put(in_base64 ? base64(it.bytes) : lines_behind("", urlsieve::corpora::quoted_printable(it.bytes)));
  put("\n");
}

void put_alternative(const listed_file& it) {
  put_head(it);
  put("Content-Type: multipart/alternative; boundary=\"=_" + std::to_string(it.number) + "\"\n\nMIME\n");
  const std::string boundary = "--=_" + std::to_string(it.number);
  put(boundary + "\nContent-Type: text/plain\n\nSee " + it.url + "\n" + boundary + "\n");
  put_part(it, "html", it.number % 5 == 0);
  put(boundary + "--\n\n");
}

bool is_page(const listed_file& it) {
  return it.path.ends_with(".html");
}

void put_mixed(const listed_file& it) {
  const bool page = is_page(it);
  if (!page && it.number % 4 != 0) return put_plain(it);
  if (page && it.number % 2 != 0) return put_alternative(it);
  put_head(it);
  put_part(it, page ? "html" : "plain", it.number % 3 == 0);
}

void pack(const std::string& format) {
  if (format != "list" && format != "mixed") throw std::runtime_error("FORMAT is list or mixed");
  urlsieve::corpora::each_listed([&](listed_file it) {
    it.bytes.resize(std::min(it.bytes.size(), is_page(it) ? longest_page : longest_text));
    if (format == "list") {
      put_plain(it);
    } else {
      put_mixed(it);
    }
  });
}

}  // namespace

int main(int count, char** arguments) try {
  if (count != 2) throw std::runtime_error("usage: mail_pack list|mixed <LIST >OUT");
  pack(arguments[1]);
  return 0;
} catch (const std::exception& failure) {
  std::fprintf(stderr, "mail_pack: %s\n", failure.what());
  return 1;
}
