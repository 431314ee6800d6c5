// Generates nested archives and compressed streams from fuzz input. Header numbers are right or false;
// checksums are computed over the false numbers, so that the archives pass the checks that stop random bytes.
#ifndef URLSIEVE_TESTS_FUZZ_ARCHIVE_GENERATOR_HPP
#define URLSIEVE_TESTS_FUZZ_ARCHIVE_GENERATOR_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "tests/codec/packed.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz {

class archive_generator {
 public:
  explicit archive_generator(fuzz_input& given) : given_(&given) {}

  // Returns an archive, a compressed stream or plain bytes, nested at most `depth` deep.
  std::string generate(std::size_t depth) {
    using generator = std::string (archive_generator::*)(std::size_t);
    constexpr std::array<generator, 15> generators{
        &archive_generator::tar,        &archive_generator::zip,
        &archive_generator::cpio,       &archive_generator::ar,
        &archive_generator::seven_zip,  &archive_generator::gzip,
        &archive_generator::zstd,       &archive_generator::xz,
        &archive_generator::bzip2,      &archive_generator::lz4,
        &archive_generator::lzip,       &archive_generator::lzw,
        &archive_generator::collection, &archive_generator::concatenation,
        &archive_generator::plain};
    if (depth == 0) return plain(0);
    std::string output = (this->*given_->one_of(generators))(depth - 1);
    if (output.size() > largest) output.resize(largest);
    return damaged(std::move(output));
  }

 private:
  static constexpr std::size_t largest = 24'000;

  // Returns a header number: `right`, or sometimes a false value.
  std::uint64_t number(std::uint64_t right) {
    const unsigned choice = given_->byte();
    if (choice < 208) return right;
    constexpr std::array<std::uint64_t, 14> false_values{
        0,          1,          7,           0x7FFF,      0xFFFF,     0x10000, 0x7FFFFFFF,
        0xFFFFFFFF, 0xBBBBBBBB, 0x100000000, 8589934591U, 0xFFFFFFFF, 1 << 20, 0x7FFFFFFFFFFFFFFF};
    if (choice < 224) return false_values[given_->byte() % false_values.size()];
    if (choice < 232) return right + 1 + given_->byte() % 8;
    if (choice < 240) return right - std::uint64_t{1} - given_->byte() % 8;
    return right ^ (std::uint64_t{given_->byte()} << (8 * (choice % 8U)));
  }

  bool is_rare_case() { return given_->byte() >= 224; }

  std::string name() {
    constexpr std::array<std::string_view, 16> names{"a",
                                                     "mail/cur/1:2,S",
                                                     "archive/data.warc.gz",
                                                     "datapackage.json",
                                                     "indexes/index.cdx",
                                                     "../../etc/passwd",
                                                     "/",
                                                     "//",
                                                     "d/",
                                                     "x.br",
                                                     "TRAILER!!!",
                                                     "./PaxHeaders/x",
                                                     "\xC3\xA9\xFF",
                                                     "",
                                                     "a/b/c/d/e/f/g/h.mbox",
                                                     "#1/20"};
    const unsigned choice = given_->byte();
    if (choice < 192) return std::string(names[choice % names.size()]);
    if (choice < 224) return std::string(given_->byte() * 3U, 'n');
    return std::string(given_->take(choice % 32));
  }

  std::string plain(std::size_t /*depth*/) {
    const unsigned choice = given_->byte();
    if (choice < 64) return "From a@b Thu Jan  1 00:00:00 1970\nSubject: x\n\nhttp://example.com/x\n";
    if (choice < 96) return {};
    if (choice < 128) return testing::prose(given_->byte() * 8U, choice);
    if (choice < 160) return std::string(given_->byte() * 16U, static_cast<char>(choice));
    return std::string(given_->take(choice));
  }

  std::string content(std::size_t depth) { return is_rare_case() ? generate(depth) : plain(0); }

  // Changes, repeats, removes or inserts bytes, up to four times.
  std::string damaged(std::string output) {
    for (int i = 0; i < 4 && is_rare_case(); ++i) {
      if (output.empty()) return output;
      const std::size_t at = (given_->byte() << 8U | given_->byte()) % output.size();
      const std::size_t size = 1 + given_->byte() % 64;
      switch (given_->byte() % 5) {
        case 0:
          output[at] = static_cast<char>(given_->byte());
          break;
        case 1:
          output.resize(at);
          break;
        case 2:
          output.insert(at, std::string(output, at, size));
          break;
        case 3:
          output.erase(at, size);
          break;
        default:
          output.insert(at, given_->take(size));
          break;
      }
    }
    return output;
  }

  static void put(std::string& into, std::uint64_t value, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) into += static_cast<char>(value >> (8 * i));
  }
  static std::string digits(const char* form, std::uint64_t value, std::size_t width) {
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), form, static_cast<int>(width),
                  static_cast<unsigned long long>(value));
    std::string all(buffer.data());
    return all.size() > width ? all.substr(all.size() - width) : all;
  }
  static std::uint32_t sum(std::string_view bytes) {
    return static_cast<std::uint32_t>(
        ::crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
  }

  std::string tar_header(std::string_view stored_name, char type, std::uint64_t size) {
    std::string block(512, '\0');
    const auto field = [&](std::size_t at, std::string_view value, std::size_t most) {
      block.replace(at, std::min(value.size(), most), value.substr(0, most));
    };
    field(0, stored_name, 100);
    field(100, digits("%0*llo", number(0644), 7), 8);
    field(108, digits("%0*llo", number(0), 7), 8);
    field(116, digits("%0*llo", number(0), 7), 8);
    const std::uint64_t told = number(size);
    if (is_rare_case()) {
      std::string binary(12, '\0');
      for (std::size_t i = 0; i < 8; ++i) binary[11 - i] = static_cast<char>(told >> (8 * i));
      binary[0] = static_cast<char>(0x80U | (given_->byte() & 0x7FU));
      field(124, binary, 12);
    } else {
      field(124, digits("%0*llo", told, 11), 12);
    }
    field(136, digits("%0*llo", number(1), 11), 12);
    block[156] = type;
    if (type == '1' || type == '2') field(157, "target", 100);
    constexpr std::array<std::string_view, 3> marks{std::string_view("ustar\00000", 8),
                                                    std::string_view("ustar  \0", 8), ""};
    const std::string_view mark = given_->one_of(marks);
    field(257, mark, 8);
    if (is_rare_case()) field(345, name(), 155);
    if (is_rare_case())
      for (std::size_t i = 0; i < 4; ++i)  // sparse regions of GNU tar
        field(386 + 12 * i, digits("%0*llo", number(512 * i), 11), 12);
    if (is_rare_case()) field(483, digits("%0*llo", number(size), 11), 12);
    if (is_rare_case()) block[given_->byte() * 2U] = static_cast<char>(given_->byte());
    block.replace(148, 8, "        ");
    std::uint64_t all = 0;
    for (const char c : block) all += static_cast<unsigned char>(c);
    field(148, digits("%0*llo", is_rare_case() ? number(all) : all, 6) + '\0', 8);
    return block;
  }

  static std::string padded(std::string bytes, std::size_t to) {
    bytes.resize((bytes.size() + to - 1) / to * to);
    return bytes;
  }

  std::string pax_record() {
    constexpr std::array<std::string_view, 12> keys{"path",
                                                    "size",
                                                    "linkpath",
                                                    "mtime",
                                                    "GNU.sparse.major",
                                                    "GNU.sparse.minor",
                                                    "hdrcharset",
                                                    "GNU.sparse.map",
                                                    "GNU.sparse.name",
                                                    "GNU.sparse.realsize",
                                                    "SCHILY.xattr.x",
                                                    "GNU.sparse.numblocks"};
    constexpr std::array<std::string_view, 8> values{"1",   "0",      "3",           "0,5,9,1",
                                                     "x/y", "BINARY", "99999999999", "-1"};
    const std::string text = std::string(given_->one_of(keys)) + '=' +
                             (is_rare_case() ? name() : std::string(given_->one_of(values))) + '\n';
    std::size_t size = text.size() + 2;
    while (std::to_string(size).size() + 1 + text.size() != size) ++size;
    return std::to_string(number(size)) + ' ' + text;
  }

  std::string tar(std::size_t depth) {
    constexpr std::string_view types(
        "0000\0"
        "125345670000LLLKxxxxgSDMVNXA0000",
        36);
    std::string all;
    for (unsigned members = 1 + given_->byte() % 4; members > 0; --members) {
      const char type = types[given_->byte() % types.size()];
      std::string bytes;
      if (type == 'x' || type == 'g' || type == 'X') {
        for (unsigned i = 0; i < 1 + given_->byte() % 3U; ++i) bytes += pax_record();
      } else if (type == 'L' || type == 'K') {
        bytes = name() + '\0';
      } else {
        bytes = content(depth);
      }
      all += tar_header(name(), type, bytes.size()) + padded(std::move(bytes), 512);
    }
    return is_rare_case() ? all : all + std::string(1024, '\0');
  }

  std::string cpio_entry(unsigned form, std::string_view stored_name, const std::string& bytes) {
    std::string head;
    const std::uint64_t mode = number(is_rare_case() ? 0120777 : 0100644);
    const std::uint64_t name_size = number(stored_name.size() + 1);
    const std::uint64_t size = number(bytes.size());
    if (form == 0) {
      head = "070707" + digits("%0*llo", 1, 6) + digits("%0*llo", number(1), 6) + digits("%0*llo", mode, 6) +
             digits("%0*llo", 0, 6) + digits("%0*llo", 0, 6) + digits("%0*llo", number(1), 6) +
             digits("%0*llo", 0, 6) + digits("%0*llo", 0, 11) + digits("%0*llo", name_size, 6) +
             digits("%0*llo", size, 11);
      return head + std::string(stored_name) + '\0' + bytes;
    }
    if (form < 3) {
      head = form == 1 ? "070701" : "070702";
      for (const std::uint64_t item :
           {number(1), mode, std::uint64_t{0}, std::uint64_t{0}, number(1), std::uint64_t{0}, size,
            std::uint64_t{0}, std::uint64_t{0}, std::uint64_t{0}, std::uint64_t{0}, name_size, number(0)})
        head += digits("%0*llX", item, 8);
      return padded(head + std::string(stored_name) + '\0', 4) + padded(bytes, 4);
    }
    const auto word = [&](std::uint64_t value) {
      const auto low = static_cast<char>(value);
      const auto high = static_cast<char>(value >> 8U);
      head += form == 3 ? low : high;
      head += form == 3 ? high : low;
    };
    for (const std::uint64_t item :
         {std::uint64_t{070707}, std::uint64_t{0}, number(1), mode, std::uint64_t{0}, std::uint64_t{0},
          number(1), std::uint64_t{0}, std::uint64_t{0}, std::uint64_t{0}, name_size, size >> 16U, size})
      word(item);
    return padded(head + std::string(stored_name) + '\0', 2) + padded(bytes, 2);
  }

  std::string cpio(std::size_t depth) {
    const unsigned form = given_->byte() % 5;
    std::string all;
    for (unsigned members = 1 + given_->byte() % 4; members > 0; --members)
      all += cpio_entry(is_rare_case() ? given_->byte() % 5 : form, name(), content(depth));
    return is_rare_case() ? all : all + cpio_entry(form, "TRAILER!!!", {});
  }

  std::string ar(std::size_t depth) {
    std::string all = "!<arch>\n";
    for (unsigned members = 1 + given_->byte() % 4; members > 0; --members) {
      std::string bytes = content(depth);
      std::string stored_name = name();
      const unsigned choice = given_->byte() % 8;
      if (choice == 0) {  // long names
        stored_name = "//";
        bytes = "long-name-of-a-member/\nother/\n" + name();
      } else if (choice == 1) {
        stored_name = "/" + std::to_string(number(given_->byte() % 32));
      } else if (choice == 2) {
        bytes.insert(0, stored_name);
        stored_name = "#1/" + std::to_string(number(stored_name.size()));
      } else if (choice < 6) {
        stored_name += '/';
      }
      stored_name.resize(16, ' ');
      std::string size = std::to_string(number(bytes.size()));
      size.resize(10, ' ');
      all += stored_name + "1           0     0     100644  " + size + "`\n" + padded(std::move(bytes), 2);
    }
    return all;
  }

  std::string packed_member(unsigned method, const std::string& bytes) {
    switch (method) {
      case 8:
        return testing::zlib_pack(bytes, -15, 1);
      case 12:
        return testing::pack(compression::bzip2, bytes);
      case 14:
        return lzma_alone(bytes);
      case 93:
        return testing::zstd_pack(bytes);
      case 95:
        return testing::pack(compression::xz, bytes);
      case 98:
        return std::string(given_->take(2)) + bytes;
      default:
        return bytes;
    }
  }

  // LZMA properties with the size of the dictionary, as in a zip member.
  std::string lzma_alone(const std::string& bytes) {
    lzma_stream stream = LZMA_STREAM_INIT;
    lzma_options_lzma options;
    static_cast<void>(::lzma_lzma_preset(&options, 0));
    std::string out(bytes.size() * 2 + 4096, '\0');
    if (::lzma_alone_encoder(&stream, &options) != LZMA_OK) return {};
    stream.next_in = reinterpret_cast<const std::uint8_t*>(bytes.data());
    stream.avail_in = bytes.size();
    stream.next_out = reinterpret_cast<std::uint8_t*>(out.data());
    stream.avail_out = out.size();
    static_cast<void>(::lzma_code(&stream, LZMA_FINISH));
    out.resize(out.size() - stream.avail_out);
    ::lzma_end(&stream);
    std::string output("\x09\x14\x05\x00", 4);
    output += out[0];
    put(output, number(1 << 18), 4);
    return output + out.substr(13);
  }

  std::string zip_of(std::span<const std::string> names, std::size_t depth) {
    constexpr std::array<unsigned, 12> methods{0, 0, 0, 8, 8, 8, 12, 14, 93, 95, 98, 1};
    std::string all = is_rare_case() ? plain(0) : std::string();
    std::string directory;
    unsigned count = 0;
    for (const std::string& stored_name : names) {
      const unsigned method = given_->one_of(methods);
      const std::string bytes = content(depth);
      const std::string packed = packed_member(method, bytes);
      const unsigned flags = (is_rare_case() ? 8U : 0U) | (is_rare_case() ? given_->byte() : 0U);
      const bool later = (flags & 8U) != 0;
      const std::size_t at = all.size();
      const std::string extra = is_rare_case() ? zip_extra(packed.size(), bytes.size()) : std::string();
      const auto common = [&](std::string& into, bool hidden) {
        put(into, number(20), 2);
        put(into, flags, 2);
        put(into, number(method), 2);
        put(into, 0x21, 4);
        put(into, hidden ? 0 : number(sum(bytes)), 4);
        put(into, hidden ? 0 : number(packed.size()), 4);
        put(into, hidden ? 0 : number(bytes.size()), 4);
        put(into, number(stored_name.size()), 2);
        put(into, number(extra.size()), 2);
      };
      all += "PK\3\4";
      common(all, later);
      all += stored_name + extra + packed;
      if (later) {
        if (!is_rare_case()) all += "PK\7\10";
        put(all, number(sum(bytes)), 4);
        put(all, number(packed.size()), 4);
        put(all, number(bytes.size()), 4);
      }
      directory += "PK\1\2";
      put(directory, number(0x314), 2);
      common(directory, false);
      put(directory, number(0), 2);
      put(directory, 0, 2);
      put(directory, 0, 2);
      put(directory, number(is_rare_case() ? 0xA1FF0000U : 0x81A40000U), 4);
      put(directory, number(at), 4);
      directory += stored_name + extra;
      ++count;
    }
    const std::size_t begin = all.size();
    all += directory;
    if (is_rare_case()) {
      const std::size_t at = all.size();
      all += "PK\6\6";
      put(all, number(44), 8);
      put(all, 0x2D002D, 4);
      put(all, 0, 8);
      put(all, number(count), 8);
      put(all, number(count), 8);
      put(all, number(directory.size()), 8);
      put(all, number(begin), 8);
      all += "PK\6\7";
      put(all, 0, 4);
      put(all, number(at), 8);
      put(all, 1, 4);
    }
    if (is_rare_case()) return all;
    all += "PK\5\6";
    put(all, number(0), 4);
    put(all, number(count), 2);
    put(all, number(count), 2);
    put(all, number(directory.size()), 4);
    put(all, number(begin), 4);
    put(all, number(0), 2);
    return all;
  }

  std::string zip_extra(std::uint64_t packed, std::uint64_t plain_size) {
    constexpr std::array<std::uint64_t, 8> ids{0x0001, 0x5455, 0x5855, 0x7875,
                                               0x6C78, 0x7075, 0x9901, 0x0017};
    std::string body;
    put(body, number(plain_size), 8);
    put(body, number(packed), 8);
    if (is_rare_case()) put(body, number(0), 8);
    std::string extra;
    put(extra, given_->one_of(ids), 2);
    put(extra, number(body.size()), 2);
    return extra + body;
  }

  std::string zip(std::size_t depth) {
    std::vector<std::string> names;
    for (unsigned members = 1 + given_->byte() % 4; members > 0; --members) names.push_back(name());
    return zip_of(names, depth);
  }

  // A WACZ file.
  std::string collection(std::size_t depth) {
    const std::vector<std::string> names{"archive/data.warc.gz", "indexes/index.cdx", name(),
                                         "datapackage.json"};
    return zip_of(names, depth);
  }

  void put_seven(std::string& into, std::uint64_t value) {
    value = number(value);
    if (value < 0x80) {
      into += static_cast<char>(value);
    } else {
      into += '\xFF';
      put(into, value, 8);
    }
  }

  // Returns the 7z description of a packed stream: offset, sizes and coders.
  std::string streams_of(std::uint64_t at, std::uint64_t packed, std::uint64_t unpacked, bool lzma) {
    std::string all;
    all += '\6';
    put_seven(all, at);
    put_seven(all, 1);
    all += '\t';
    put_seven(all, packed);
    all += '\0';
    all += '\7';
    all += '\x0B';
    put_seven(all, 1);
    all += '\0';
    put_seven(all, 1);
    if (lzma) {
      all.append("\x23\3\1\1\5\x5D", 6);
      put(all, number(1 << 18), 4);
    } else {
      constexpr std::array<std::string_view, 7> coders{
          std::string_view("\1\0", 2),           std::string_view("\1\0", 2),
          std::string_view("\3\4\1\x08", 4),     std::string_view("\x23\3\4\1\5\6\0\0\0\1", 10),
          std::string_view("\x21\x21\1\x18", 4), std::string_view("\3\4\2\2", 4),
          std::string_view("\4\3\3\1\3", 5)};
      std::string coder(given_->one_of(coders));
      if (is_rare_case()) coder.back() = static_cast<char>(given_->byte());
      all += coder;
    }
    all += '\x0C';
    put_seven(all, unpacked);
    all += '\0';
    return all;
  }

  std::string seven_zip(std::size_t depth) {
    std::string bytes = content(depth);
    const std::string stored_name = name();
    const unsigned files = given_->byte() % 16 == 15 ? 2 : 1;
    std::string header("\1\4", 2);
    header += streams_of(0, bytes.size(), bytes.size(), false);
    if (is_rare_case()) {  // several files in a folder
      header.append("\x08\x0D", 2);
      put_seven(header, files);
      for (unsigned i = 1; i < files; ++i) {
        header += '\t';
        put_seven(header, 1);
      }
      header += '\0';
    }
    header += '\0';
    header += '\5';
    put_seven(header, files);
    std::string wide(1, '\0');
    for (unsigned i = 0; i < files; ++i) {
      for (const char c : stored_name) wide += std::string{c, '\0'};
      wide.append(2, '\0');
    }
    header += '\x11';
    put_seven(header, wide.size());
    header += wide;
    if (is_rare_case()) {
      header += '\x0E';
      put_seven(header, 1);
      header += static_cast<char>(given_->byte());
    }
    header.append("\0\0", 2);
    if (is_rare_case()) {
      const std::string packed = lzma_alone(header);
      const std::size_t at = bytes.size();
      if (packed.size() > 9) bytes += packed.substr(9);
      std::string outer("\x17", 1);
      outer += streams_of(at, bytes.size() - at, header.size(), true);
      outer += '\0';
      header = outer;
    }
    header = damaged(std::move(header));
    std::string start;
    put(start, number(bytes.size()), 8);
    put(start, number(header.size()), 8);
    put(start, sum(header), 4);
    std::string all("7z\xBC\xAF'\x1C\0\4", 8);
    put(all, sum(start), 4);
    return all + start + bytes + header;
  }

  std::string gzip(std::size_t depth) {
    std::string output = testing::zlib_pack(generate(depth), 31, 1);
    if (is_rare_case()) output[3] = static_cast<char>(given_->byte());
    return output;
  }
  std::string zstd(std::size_t depth) {
    return testing::zstd_pack(generate(depth), {}, !is_rare_case(), !is_rare_case());
  }
  std::string xz(std::size_t depth) { return testing::pack(compression::xz, generate(depth)); }
  std::string bzip2(std::size_t depth) { return testing::pack(compression::bzip2, generate(depth)); }

  // A frame with an uncompressed block and without optional checksums. The header checksum is that of these
  // flags.
  std::string lz4(std::size_t depth) {
    std::string all("\x04\x22\x4D\x18\x60\x40\x82", 7);
    const std::string bytes = generate(depth);
    put(all, number(bytes.size() | 0x80000000U), 4);
    all += bytes;
    if (is_rare_case()) return all;
    put(all, number(0), 4);
    return all;
  }

  std::string lzip(std::size_t depth) {
    const std::string bytes = generate(depth);
    const std::string packed = lzma_alone(bytes);
    std::string all("LZIP\1", 5);
    all += static_cast<char>(is_rare_case() ? given_->byte() : 0x12);
    if (packed.size() > 9) all += packed.substr(9);
    put(all, number(sum(bytes)), 4);
    put(all, number(bytes.size()), 8);
    put(all, number(all.size() + 8), 8);
    return all;
  }

  // Each byte is a code of nine bits.
  std::string lzw(std::size_t depth) {
    std::string all("\x1F\x9D", 2);
    all += static_cast<char>(is_rare_case() ? given_->byte() : 0x90);
    std::uint64_t pending = 0;
    unsigned bits = 0;
    for (const char c : generate(depth).substr(0, 200)) {
      pending |= number(static_cast<unsigned char>(c)) % 512 << bits;
      for (bits += 9; bits >= 8; bits -= 8, pending >>= 8U) all += static_cast<char>(pending);
    }
    if (bits > 0) all += static_cast<char>(pending);
    return all;
  }

  std::string concatenation(std::size_t depth) {
    const std::string first = generate(depth);
    return first + generate(depth);
  }

  fuzz_input* given_;
};

}  // namespace urlsieve::fuzz

#endif
