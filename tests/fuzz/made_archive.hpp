// Archives and packed files that are made as the bytes of a fuzzer say: each number of a header is what it
// has to be, or a lie; sums are those of the lies. So what is made gets past the sums that stop random bytes.
#ifndef URLSIEVE_TESTS_FUZZ_MADE_ARCHIVE_HPP
#define URLSIEVE_TESTS_FUZZ_MADE_ARCHIVE_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "tests/codec/packed.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz {

class made_archive {
 public:
  explicit made_archive(fuzz_input& given) : given_(&given) {}

  // An archive or something packed, or bytes as they are.
  std::string make(std::size_t depth) {
    using maker = std::string (made_archive::*)(std::size_t);
    constexpr std::array<maker, 15> makers{
        &made_archive::tar,        &made_archive::zip,       &made_archive::cpio, &made_archive::ar,
        &made_archive::seven_zip,  &made_archive::gzip,      &made_archive::zstd, &made_archive::xz,
        &made_archive::bzip2,      &made_archive::lz4,       &made_archive::lzip, &made_archive::lzw,
        &made_archive::collection, &made_archive::one_after, &made_archive::plain};
    if (depth == 0) return plain(0);
    std::string made = (this->*given_->one_of(makers))(depth - 1);
    if (made.size() > largest) made.resize(largest);
    return broken(std::move(made));
  }

 private:
  static constexpr std::size_t largest = 24'000;

  // A number in a header.
  std::uint64_t number(std::uint64_t right) {
    const unsigned choice = given_->byte();
    if (choice < 208) return right;
    constexpr std::array<std::uint64_t, 14> lies{
        0,          1,          7,           0x7FFF,      0xFFFF,     0x10000, 0x7FFFFFFF,
        0xFFFFFFFF, 0xBBBBBBBB, 0x100000000, 8589934591U, 0xFFFFFFFF, 1 << 20, 0x7FFFFFFFFFFFFFFF};
    if (choice < 224) return lies[given_->byte() % lies.size()];
    if (choice < 232) return right + 1 + given_->byte() % 8;
    if (choice < 240) return right - std::uint64_t{1} - given_->byte() % 8;
    return right ^ (std::uint64_t{given_->byte()} << (8 * (choice % 8U)));
  }

  bool rarely() { return given_->byte() >= 224; }

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

  std::string content(std::size_t depth) { return rarely() ? make(depth) : plain(0); }

  // Some bytes are others, come twice, or are gone.
  std::string broken(std::string made) {
    for (int i = 0; i < 4 && rarely(); ++i) {
      if (made.empty()) return made;
      const std::size_t at = (given_->byte() << 8U | given_->byte()) % made.size();
      const std::size_t size = 1 + given_->byte() % 64;
      switch (given_->byte() % 5) {
        case 0:
          made[at] = static_cast<char>(given_->byte());
          break;
        case 1:
          made.resize(at);
          break;
        case 2:
          made.insert(at, std::string(made, at, size));
          break;
        case 3:
          made.erase(at, size);
          break;
        default:
          made.insert(at, given_->take(size));
          break;
      }
    }
    return made;
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

  std::string tar_header(std::string_view named, char type, std::uint64_t size) {
    std::string block(512, '\0');
    const auto field = [&](std::size_t at, std::string_view value, std::size_t most) {
      block.replace(at, std::min(value.size(), most), value.substr(0, most));
    };
    field(0, named, 100);
    field(100, digits("%0*llo", number(0644), 7), 8);
    field(108, digits("%0*llo", number(0), 7), 8);
    field(116, digits("%0*llo", number(0), 7), 8);
    const std::uint64_t told = number(size);
    if (rarely()) {
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
    if (rarely()) field(345, name(), 155);
    if (rarely())
      for (std::size_t i = 0; i < 4; ++i)  // holes, as GNU has them
        field(386 + 12 * i, digits("%0*llo", number(512 * i), 11), 12);
    if (rarely()) field(483, digits("%0*llo", number(size), 11), 12);
    if (rarely()) block[given_->byte() * 2U] = static_cast<char>(given_->byte());
    block.replace(148, 8, "        ");
    std::uint64_t all = 0;
    for (const char c : block) all += static_cast<unsigned char>(c);
    field(148, digits("%0*llo", rarely() ? number(all) : all, 6) + '\0', 8);
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
                             (rarely() ? name() : std::string(given_->one_of(values))) + '\n';
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
    return rarely() ? all : all + std::string(1024, '\0');
  }

  std::string cpio_entry(unsigned form, std::string_view named, const std::string& bytes) {
    std::string head;
    const std::uint64_t mode = number(rarely() ? 0120777 : 0100644);
    const std::uint64_t name_size = number(named.size() + 1);
    const std::uint64_t size = number(bytes.size());
    if (form == 0) {
      head = "070707" + digits("%0*llo", 1, 6) + digits("%0*llo", number(1), 6) + digits("%0*llo", mode, 6) +
             digits("%0*llo", 0, 6) + digits("%0*llo", 0, 6) + digits("%0*llo", number(1), 6) +
             digits("%0*llo", 0, 6) + digits("%0*llo", 0, 11) + digits("%0*llo", name_size, 6) +
             digits("%0*llo", size, 11);
      return head + std::string(named) + '\0' + bytes;
    }
    if (form < 3) {
      head = form == 1 ? "070701" : "070702";
      for (const std::uint64_t one :
           {number(1), mode, std::uint64_t{0}, std::uint64_t{0}, number(1), std::uint64_t{0}, size,
            std::uint64_t{0}, std::uint64_t{0}, std::uint64_t{0}, std::uint64_t{0}, name_size, number(0)})
        head += digits("%0*llX", one, 8);
      return padded(head + std::string(named) + '\0', 4) + padded(bytes, 4);
    }
    const auto word = [&](std::uint64_t value) {
      const auto low = static_cast<char>(value);
      const auto high = static_cast<char>(value >> 8U);
      head += form == 3 ? low : high;
      head += form == 3 ? high : low;
    };
    for (const std::uint64_t one :
         {std::uint64_t{070707}, std::uint64_t{0}, number(1), mode, std::uint64_t{0}, std::uint64_t{0},
          number(1), std::uint64_t{0}, std::uint64_t{0}, std::uint64_t{0}, name_size, size >> 16U, size})
      word(one);
    return padded(head + std::string(named) + '\0', 2) + padded(bytes, 2);
  }

  std::string cpio(std::size_t depth) {
    const unsigned form = given_->byte() % 5;
    std::string all;
    for (unsigned members = 1 + given_->byte() % 4; members > 0; --members)
      all += cpio_entry(rarely() ? given_->byte() % 5 : form, name(), content(depth));
    return rarely() ? all : all + cpio_entry(form, "TRAILER!!!", {});
  }

  std::string ar(std::size_t depth) {
    std::string all = "!<arch>\n";
    for (unsigned members = 1 + given_->byte() % 4; members > 0; --members) {
      std::string bytes = content(depth);
      std::string named = name();
      const unsigned choice = given_->byte() % 8;
      if (choice == 0) {  // long names
        named = "//";
        bytes = "long-name-of-a-member/\nother/\n" + name();
      } else if (choice == 1) {
        named = "/" + std::to_string(number(given_->byte() % 32));
      } else if (choice == 2) {
        bytes.insert(0, named);
        named = "#1/" + std::to_string(number(named.size()));
      } else if (choice < 6) {
        named += '/';
      }
      named.resize(16, ' ');
      std::string size = std::to_string(number(bytes.size()));
      size.resize(10, ' ');
      all += named + "1           0     0     100644  " + size + "`\n" + padded(std::move(bytes), 2);
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

  // Properties, with the size of the dictionary, as zip has them in front.
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
    std::string made("\x09\x14\x05\x00", 4);
    made += out[0];
    put(made, number(1 << 18), 4);
    return made + out.substr(13);
  }

  std::string zip_of(std::span<const std::string> names, std::size_t depth) {
    constexpr std::array<unsigned, 12> methods{0, 0, 0, 8, 8, 8, 12, 14, 93, 95, 98, 1};
    std::string all = rarely() ? plain(0) : std::string();
    std::string directory;
    unsigned count = 0;
    for (const std::string& named : names) {
      const unsigned method = given_->one_of(methods);
      const std::string bytes = content(depth);
      const std::string packed = packed_member(method, bytes);
      const unsigned flags = (rarely() ? 8U : 0U) | (rarely() ? given_->byte() : 0U);
      const bool later = (flags & 8U) != 0;
      const std::size_t at = all.size();
      const std::string extra = rarely() ? zip_extra(packed.size(), bytes.size()) : std::string();
      const auto common = [&](std::string& into, bool hidden) {
        put(into, number(20), 2);
        put(into, flags, 2);
        put(into, number(method), 2);
        put(into, 0x21, 4);
        put(into, hidden ? 0 : number(sum(bytes)), 4);
        put(into, hidden ? 0 : number(packed.size()), 4);
        put(into, hidden ? 0 : number(bytes.size()), 4);
        put(into, number(named.size()), 2);
        put(into, number(extra.size()), 2);
      };
      all += "PK\3\4";
      common(all, later);
      all += named + extra + packed;
      if (later) {
        if (!rarely()) all += "PK\7\10";
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
      put(directory, number(rarely() ? 0xA1FF0000U : 0x81A40000U), 4);
      put(directory, number(at), 4);
      directory += named + extra;
      ++count;
    }
    const std::size_t begin = all.size();
    all += directory;
    if (rarely()) {
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
    if (rarely()) return all;
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
    if (rarely()) put(body, number(0), 8);
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

  // A collection of web archives.
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

  // How one stream is packed: where it stands, and by which coders.
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
      if (rarely()) coder.back() = static_cast<char>(given_->byte());
      all += coder;
    }
    all += '\x0C';
    put_seven(all, unpacked);
    all += '\0';
    return all;
  }

  std::string seven_zip(std::size_t depth) {
    std::string bytes = content(depth);
    const std::string named = name();
    const unsigned files = given_->byte() % 16 == 15 ? 2 : 1;
    std::string header("\1\4", 2);
    header += streams_of(0, bytes.size(), bytes.size(), false);
    if (rarely()) {  // more in one folder
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
      for (const char c : named) wide += std::string{c, '\0'};
      wide.append(2, '\0');
    }
    header += '\x11';
    put_seven(header, wide.size());
    header += wide;
    if (rarely()) {
      header += '\x0E';
      put_seven(header, 1);
      header += static_cast<char>(given_->byte());
    }
    header.append("\0\0", 2);
    if (rarely()) {
      const std::string packed = lzma_alone(header);
      const std::size_t at = bytes.size();
      if (packed.size() > 9) bytes += packed.substr(9);
      std::string outer("\x17", 1);
      outer += streams_of(at, bytes.size() - at, header.size(), true);
      outer += '\0';
      header = outer;
    }
    header = broken(std::move(header));
    std::string start;
    put(start, number(bytes.size()), 8);
    put(start, number(header.size()), 8);
    put(start, sum(header), 4);
    std::string all("7z\xBC\xAF'\x1C\0\4", 8);
    put(all, sum(start), 4);
    return all + start + bytes + header;
  }

  std::string gzip(std::size_t depth) {
    std::string made = testing::zlib_pack(make(depth), 31, 1);
    if (rarely()) made[3] = static_cast<char>(given_->byte());
    return made;
  }
  std::string zstd(std::size_t depth) { return testing::zstd_pack(make(depth), {}, !rarely(), !rarely()); }
  std::string xz(std::size_t depth) { return testing::pack(compression::xz, make(depth)); }
  std::string bzip2(std::size_t depth) { return testing::pack(compression::bzip2, make(depth)); }

  // A frame whose blocks are as they are, without the sums that may be left out. The header's own is that of
  // these flags.
  std::string lz4(std::size_t depth) {
    std::string all("\x04\x22\x4D\x18\x60\x40\x82", 7);
    const std::string bytes = make(depth);
    put(all, number(bytes.size() | 0x80000000U), 4);
    all += bytes;
    if (rarely()) return all;
    put(all, number(0), 4);
    return all;
  }

  std::string lzip(std::size_t depth) {
    const std::string bytes = make(depth);
    const std::string packed = lzma_alone(bytes);
    std::string all("LZIP\1", 5);
    all += static_cast<char>(rarely() ? given_->byte() : 0x12);
    if (packed.size() > 9) all += packed.substr(9);
    put(all, number(sum(bytes)), 4);
    put(all, number(bytes.size()), 8);
    put(all, number(all.size() + 8), 8);
    return all;
  }

  // Codes of nine bits for the bytes as they are.
  std::string lzw(std::size_t depth) {
    std::string all("\x1F\x9D", 2);
    all += static_cast<char>(rarely() ? given_->byte() : 0x90);
    std::uint64_t held = 0;
    unsigned bits = 0;
    for (const char c : make(depth).substr(0, 200)) {
      held |= number(static_cast<unsigned char>(c)) % 512 << bits;
      for (bits += 9; bits >= 8; bits -= 8, held >>= 8U) all += static_cast<char>(held);
    }
    if (bits > 0) all += static_cast<char>(held);
    return all;
  }

  std::string one_after(std::size_t depth) {
    const std::string first = make(depth);
    return first + make(depth);
  }

  fuzz_input* given_;
};

}  // namespace urlsieve::fuzz

#endif
