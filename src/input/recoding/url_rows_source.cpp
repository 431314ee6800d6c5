#include "src/input/recoding/url_rows_source.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>

namespace urlsieve {
namespace {

// Drops a part of each row. Erasers of columns replace all bytes but the URLs by line feeds: they append one
// byte for each input byte, possibly later.
class row_eraser {
 public:
  virtual ~row_eraser() = default;
  virtual void pass(std::string_view bytes, std::string& out) = 0;
  // Bytes were lost: drops the rest of the current row.
  virtual void lose_row() = 0;
};

class column_eraser final : public row_eraser {
 public:
  explicit column_eraser(const url_rows& form) : first_(form.first), end_(form.first + form.columns) {}

  void pass(std::string_view bytes, std::string& out) override {
    for (const char byte : bytes) {
      const bool is_kept = byte != '\t' && column_ >= first_ && column_ < end_;
      out += is_kept ? byte : '\n';
      if (byte == '\t' && column_ != lost) ++column_;
      if (byte == '\n') column_ = 0;
    }
  }
  void lose_row() override { column_ = lost; }

 private:
  static constexpr std::size_t lost = ~std::size_t{0};
  std::size_t first_;
  std::size_t end_;
  std::size_t column_ = 0;
};

// For JSON objects as in shard rows (RFC 8259), without LF inside an object.
class member_eraser final : public row_eraser {
 public:
  void pass(std::string_view bytes, std::string& out) override {
    for (const char byte : bytes) {
      ++owed_;
      byte == '\n' ? end_row() : take(byte, out);
      if (!keeping_) settle(out);
    }
  }
  void lose_row() override {
    end_row();
    depth_ = deep;
  }

 private:
  static constexpr int deep = 1 << 30;
  static constexpr std::size_t longest_key = 8;  // a longer key is not "url"

  void end_row() {
    depth_ = 0;
    escaped_ = 0;
    high_ = 0;
    in_string_ = keeping_ = at_value_ = false;
  }

  void settle(std::string& out) {
    out.append(owed_, '\n');
    owed_ = 0;
  }

  void append(char byte, std::string& out) {
    out += byte;
    --owed_;
  }

  void take(char byte, std::string& out) {
    if (in_string_) return take_inside(byte, out);
    if (byte == '{' || byte == '[') ++depth_;
    if (byte == '}' || byte == ']') --depth_;
    if (depth_ == 1 && byte == ':') at_value_ = true;
    if (depth_ == 1 && byte == ',') at_value_ = false;
    if (byte != '"') return;
    in_string_ = true;
    keeping_ = depth_ == 1 && at_value_ && key_ == "url";
    if (depth_ == 1 && !at_value_) key_.clear();
    if (keeping_) settle(out);
  }

  void take_inside(char byte, std::string& out) {
    if (escaped_ != 0) return take_escaped(byte, out);
    if (byte == '\\') {
      escaped_ = 1;
    } else if (byte == '"') {
      in_string_ = keeping_ = false;
    } else if (keeping_) {
      append(byte, out);
    } else if (depth_ == 1 && !at_value_ && key_.size() < longest_key) {
      key_ += byte;
    }
  }

  // `escaped_`: number of bytes of the escape so far.
  void take_escaped(char byte, std::string& out) {
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meant = "\"\\/\b\f\n\r\t";
    if (escaped_ == 1 && byte == 'u') {
      escaped_ = 2;
      digits_.clear();
      return;
    }
    if (escaped_ == 1) {
      const std::size_t index = letters.find(byte);
      escaped_ = 0;
      if (keeping_ && index != std::string_view::npos) append(meant[index], out);
      return;
    }
    digits_ += byte;
    if (digits_.size() < 4) return;
    escaped_ = 0;
    std::uint32_t code = 0xFFFD;
    std::from_chars(digits_.data(), digits_.data() + digits_.size(), code, 16);
    if (keeping_) put_code(code, out);
  }

  void put_code(std::uint32_t code, std::string& out) {
    if (code >= 0xD800 && code < 0xDC00) {
      high_ = code;
      return;
    }
    if (code >= 0xDC00 && code < 0xE000 && high_ != 0)
      code = 0x10000 + ((high_ - 0xD800) << 10U) + (code - 0xDC00);
    high_ = 0;
    const auto byte = [&](std::uint32_t value) { append(static_cast<char>(value), out); };
    if (code < 0x80) return byte(code);
    if (code < 0x800) {
      byte(0xC0U | code >> 6U);
    } else if (code < 0x10000) {
      byte(0xE0U | code >> 12U);
      byte(0x80U | (code >> 6U & 0x3FU));
    } else {
      byte(0xF0U | code >> 18U);
      byte(0x80U | (code >> 12U & 0x3FU));
      byte(0x80U | (code >> 6U & 0x3FU));
    }
    byte(0x80U | (code & 0x3FU));
  }

  std::size_t owed_ = 0;  // input bytes without an output byte yet
  int depth_ = 0;
  bool in_string_ = false;
  bool keeping_ = false;   // inside the string of the URL
  bool at_value_ = false;  // behind the colon of a member
  int escaped_ = 0;
  std::uint32_t high_ = 0;
  std::string key_;
  std::string digits_;
};

// Passes whole lines unchanged.
class tail_eraser final : public row_eraser {
 public:
  void pass(std::string_view bytes, std::string& out) override {
    if (in_lost_line_) {
      const std::size_t feed = bytes.find('\n');
      if (feed == std::string_view::npos) return;
      bytes.remove_prefix(feed + 1);
      in_lost_line_ = false;
    }
    const std::size_t end = bytes.rfind('\n') + 1;
    if (end != 0) out.append(std::exchange(line_, {})).append(bytes.substr(0, end));
    line_.append(bytes.substr(end));
  }
  void lose_row() override {
    line_.clear();
    in_lost_line_ = true;
  }

 private:
  std::string line_;  // the line that has not ended
  bool in_lost_line_ = false;
};

std::unique_ptr<row_eraser> make_eraser(const url_rows& form) {
  if (form.jsonl) return std::make_unique<member_eraser>();
  return std::make_unique<column_eraser>(form);
}

class url_rows_source final : public byte_source {
 public:
  url_rows_source(std::unique_ptr<byte_source> rows, std::unique_ptr<row_eraser> eraser)
      : rows_(std::move(rows)), eraser_(std::move(eraser)) {}

  void prepare() override { rows_->prepare(); }

  std::size_t read(std::span<char> out, stats& counted) override {
    after_gap_ = false;
    std::size_t filled = 0;
    while (filled < out.size()) {
      if (delivered_ == lines_.size() && !refill(counted)) break;
      if (gap_before_) {
        if (filled != 0) break;
        gap_before_ = false;
        after_gap_ = true;
      }
      const std::size_t part = std::min(lines_.size() - delivered_, out.size() - filled);
      std::memcpy(out.data() + filled, lines_.data() + delivered_, part);
      delivered_ += part;
      filled += part;
    }
    return filled;
  }

  [[nodiscard]] bool after_gap() const override { return after_gap_; }
  [[nodiscard]] int exhaustion() const override { return rows_->exhaustion(); }
  [[nodiscard]] std::uint64_t stored_position() const override { return rows_->stored_position(); }
  [[nodiscard]] std::uint64_t stored_size() const override { return rows_->stored_size(); }
  [[nodiscard]] std::string_view name() const override { return rows_->name(); }

 private:
  static constexpr std::size_t block = std::size_t{128} << 10;

  // Reads until output is available. Returns false at the end.
  bool refill(stats& counted) {
    lines_.clear();
    delivered_ = 0;
    while (lines_.empty() && !ended_) {
      read_.resize(block);
      const std::size_t got = rows_->read(read_, counted);
      ended_ = got == 0;
      if (!ended_ && rows_->after_gap()) {
        eraser_->lose_row();
        gap_before_ = true;
      }
      eraser_->pass(std::string_view(read_).substr(0, got), lines_);
    }
    return !lines_.empty();
  }

  std::unique_ptr<byte_source> rows_;
  std::unique_ptr<row_eraser> eraser_;
  std::string read_;
  std::string lines_;
  std::size_t delivered_ = 0;  // bytes of lines_ returned
  bool gap_before_ = false;    // bytes were lost right before lines_
  bool after_gap_ = false;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<byte_source> as_url_lines(std::unique_ptr<byte_source> rows, const url_rows& form) {
  return std::make_unique<url_rows_source>(std::move(rows), make_eraser(form));
}

std::unique_ptr<byte_source> as_whole_lines(std::unique_ptr<byte_source> rows) {
  return std::make_unique<url_rows_source>(std::move(rows), std::make_unique<tail_eraser>());
}

}  // namespace urlsieve
