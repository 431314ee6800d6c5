/* The C interface from a program in C11: what each function gives, and what it says of wrong use. With the
 * argument "options" it prints the names of the options instead. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "urlsieve.h"

static int failures = 0;

static void expect(int holds, int line, const char* what) {
  if (holds) return;
  ++failures;
  printf("line %d: %s\n", line, what);
}
#define EXPECT(holds) expect((holds) ? 1 : 0, __LINE__, #holds)

static urlsieve_text text(const char* bytes) {
  urlsieve_text made;
  made.bytes = bytes;
  made.size = strlen(bytes);
  return made;
}

static int is(urlsieve_text given, const char* expected) {
  return given.size == strlen(expected) && memcmp(given.bytes, expected, given.size) == 0;
}

/* Applies a file with `rules`, given by `option`, to `reference`. */
static void follows_rules(const char* folder, const char* option, const char* rules, const char* reference,
                          const char* expected) {
  urlsieve_error error;
  urlsieve_options* options = urlsieve_options_new();
  urlsieve_normalizer* urls;
  urlsieve_text url;
  char path[4096];
  FILE* file;
  snprintf(path, sizeof(path), "%s/rules.txt", folder);
  file = fopen(path, "w");
  EXPECT(file != NULL && fputs(rules, file) >= 0 && fclose(file) == 0);
  EXPECT(urlsieve_options_set(options, option, path, &error) == URLSIEVE_OK);
  urls = urlsieve_normalizer_new(options, &error);
  EXPECT(urls != NULL && error.code == URLSIEVE_OK);
  EXPECT(urlsieve_normalize(urls, reference, strlen(reference), &url) == 0);
  EXPECT(is(url, expected));
  urlsieve_normalizer_free(urls);
  EXPECT(remove(path) == 0);
  EXPECT(urlsieve_normalizer_new(options, &error) == NULL);
  EXPECT(strstr(error.message, "rules.txt") != NULL);
  urlsieve_options_free(options);
}

static void normalizes(void) {
  urlsieve_error error;
  urlsieve_options* options = urlsieve_options_new();
  urlsieve_normalizer* urls;
  urlsieve_text url;
  const char* bytes;
  const uint64_t* ends;
  size_t count = 0;
  int why;
  EXPECT(urlsieve_options_set(options, "ladder", "nowhere", &error) == URLSIEVE_USAGE);
  EXPECT(strstr(error.message, "nowhere") != NULL);
  EXPECT(urlsieve_options_set(options, "no-such", "", NULL) == URLSIEVE_USAGE);
  EXPECT(urlsieve_options_set(options, "ladder", "scheme", &error) == URLSIEVE_OK);
  EXPECT(urlsieve_options_set(options, "drop-tracking", "maybe", &error) == URLSIEVE_USAGE);
  EXPECT(urlsieve_options_set(options, "drop-tracking", "yes", &error) == URLSIEVE_OK);
  EXPECT(urlsieve_options_set(options, "fold-www", "no", &error) == URLSIEVE_OK);
  urls = urlsieve_normalizer_new(options, &error);
  urlsieve_options_free(options);
  EXPECT(urls != NULL && error.code == URLSIEVE_OK);
  EXPECT(urlsieve_normalize(urls, "HTTP://www.example:80/?utm_source=x", 35, &url) == 0);
  EXPECT(is(url, "http://www.example/"));
  why = urlsieve_normalize(urls, "http://[::1/", 12, &url);
  EXPECT(why > 0 && strcmp(urlsieve_rejection_name(why), "invalid-host") == 0);
  EXPECT(url.size == 0);
  EXPECT(urlsieve_rejection_name(9999) == NULL && urlsieve_rejection_name(-1) == NULL);
  EXPECT(urlsieve_normalizer_set_base(urls, "x/y", 3, &error) == URLSIEVE_INVALID_URL);
  EXPECT(urlsieve_normalizer_set_base(urls, "http://b.example/c/d", 20, &error) == URLSIEVE_OK);
  EXPECT(urlsieve_normalize_lines(urls, "../x\nhttp://[/\ny", 16, &bytes, &ends, &count, &error) ==
         URLSIEVE_OK);
  EXPECT(count == 3 && ends[1] == 18 && ends[2] == 18 && ends[3] == 38);
  EXPECT(memcmp(bytes, "http://b.example/xhttp://b.example/c/y", 38) == 0);
  urlsieve_normalizer_free(urls);
  urlsieve_normalizer_free(NULL);
}

static void tells_what_a_url_lacks(void) {
  urlsieve_error error;
  urlsieve_page page;
  urlsieve_batch* rows;
  struct ArrowSchema schema;
  struct ArrowArray array;
  urlsieve_extractor* links = urlsieve_extractor_new(NULL, "domain,port,path,message-id", "page", &error);
  EXPECT(links != NULL);
  memset(&page, 0, sizeof page);
  page.bytes = text("<a href=http://www.b.example:81/x>one</a><a href=http://[::1]/y>two</a>");
  rows = urlsieve_extractor_rows(links);
  EXPECT(urlsieve_extractor_run(links, &page, &error) == URLSIEVE_OK && urlsieve_batch_size(rows) == 2);
  EXPECT(is(urlsieve_batch_text(rows, 0, 0), "b.example") && is(urlsieve_batch_text(rows, 1, 0), "81"));
  EXPECT(urlsieve_batch_is_null(rows, 0, 0) == 0 && urlsieve_batch_is_null(rows, 0, 1) == 1);
  EXPECT(urlsieve_batch_is_null(rows, 1, 0) == 0 && urlsieve_batch_is_null(rows, 1, 1) == 1);
  EXPECT(urlsieve_batch_is_null(rows, 2, 1) == 0 && urlsieve_batch_is_null(rows, 3, 0) == 1);
  EXPECT(urlsieve_batch_is_null(rows, 9, 0) == 0 && urlsieve_batch_is_null(rows, 0, 9) == 0);
  EXPECT(urlsieve_batch_export(rows, &schema, &array, &error) == URLSIEVE_OK);
  EXPECT(schema.children[0]->flags == ARROW_FLAG_NULLABLE && schema.children[2]->flags == 0);
  EXPECT(((const uint8_t*)array.children[0]->buffers[0])[0] == 1);
  EXPECT(array.children[2]->buffers[0] == NULL && array.children[2]->null_count == 0);
  schema.release(&schema);
  array.release(&array);
  urlsieve_extractor_free(links);
}

static void extracts_links(void) {
  urlsieve_error error;
  urlsieve_page page;
  urlsieve_batch* rows;
  urlsieve_extractor* links = urlsieve_extractor_new(NULL, "url,text,offset", "page", &error);
  const char* bytes;
  const uint64_t* ends;
  struct ArrowSchema schema;
  struct ArrowArray array;
  EXPECT(links != NULL);
  EXPECT(urlsieve_extractor_new(NULL, "url", "never", &error) == NULL && error.code == URLSIEVE_USAGE);
  EXPECT(urlsieve_extractor_new(NULL, "count", "page", &error) == NULL && error.code == URLSIEVE_USAGE);
  EXPECT(urlsieve_extractor_new(NULL, "nothing", "page", NULL) == NULL);
  memset(&page, 0, sizeof page);
  page.bytes = text("<a href=x>one</a><a href=x>again</a><a href=/y>two</a>");
  page.base = text("http://a.example/b/");
  rows = urlsieve_extractor_rows(links);
  EXPECT(urlsieve_extractor_run(links, &page, &error) == URLSIEVE_OK);
  EXPECT(urlsieve_batch_size(rows) == 2);
  EXPECT(is(urlsieve_batch_text(rows, 0, 0), "http://a.example/b/x"));
  EXPECT(is(urlsieve_batch_text(rows, 1, 1), "two"));
  EXPECT(urlsieve_batch_number(rows, 2, 1) == 0);
  EXPECT(urlsieve_batch_text(rows, 2, 0).size == 0 && urlsieve_batch_text(rows, 9, 0).size == 0);
  EXPECT(urlsieve_batch_text(rows, 0, 9).size == 0);
  EXPECT(urlsieve_batch_column(rows, 1, &bytes, &ends) == 1 && ends[2] == 6 &&
         memcmp(bytes, "onetwo", 6) == 0);
  EXPECT(urlsieve_batch_column(rows, 2, &bytes, &ends) == 0);

  page.bytes = text("<a hr");
  EXPECT(urlsieve_extractor_begin(links, &page, &error) == URLSIEVE_OK);
  EXPECT(urlsieve_extractor_feed(links, "ef=z>three", 10, &error) == URLSIEVE_OK);
  EXPECT(urlsieve_extractor_end(links, &error) == URLSIEVE_OK);
  EXPECT(urlsieve_batch_size(rows) == 3 && is(urlsieve_batch_text(rows, 0, 2), "http://a.example/b/z"));

  EXPECT(urlsieve_batch_export(rows, &schema, &array, &error) == URLSIEVE_OK);
  EXPECT(urlsieve_batch_size(rows) == 0);
  EXPECT(strcmp(schema.format, "+s") == 0 && schema.n_children == 3);
  EXPECT(strcmp(schema.children[0]->format, "U") == 0 && strcmp(schema.children[2]->format, "L") == 0);
  EXPECT(strcmp(schema.children[1]->name, "text") == 0);
  EXPECT(array.length == 3 && array.n_children == 3 && array.children[0]->n_buffers == 3);
  EXPECT(((const int64_t*)array.children[1]->buffers[1])[1] == 3);
  schema.release(&schema);
  EXPECT(urlsieve_extractor_run(links, &page, &error) == URLSIEVE_OK);
  urlsieve_extractor_free(links); /* what was exported lives on */
  EXPECT(memcmp(array.children[1]->buffers[2], "onetwothree", 11) == 0);
  array.release(&array);
  EXPECT(array.release == NULL && schema.release == NULL);
}

/* Words of one line, read by options that change what text is taken for. */
static void reads_otherwise(const char* folder) {
  static const struct {
    const char* option;
    const char* value;
    const char* text;
    const char* url;
  } cases[] = {
      {"refang", NULL, "hxxps://evil[.]example/x\n", "https://evil.example/x"},
      {"unescape", "qp", "http=3A//a.example/\n", "http://a.example/"},
      {"charset", "windows-1251", "http://a.example/\xE9\n", "http://a.example/%D0%B9"},
      {"json-mail", "raw", "{\"raw\":\"U3ViamVjdDogeAoKaHR0cDovL20uZXhhbXBsZS8K\"}\n", "http://m.example/"},
      {"columns", "link", "id,link,home\n1,/a,/b\n2,http://a.example/,http://b.example/\n3,,\n",
       "http://a.example/"},
      {"scripts", NULL, "<!doctype html><base href=\"http://a.example/\"><script>a(\"/b/c\")</script>",
       "http://a.example/b/c"},
      {"base-of", "", "<!doctype html><a href=\"../x\">y</a>", "http://b.example/x"},
  };
  char input[512];
  char base[600];
  const char* inputs[1];
  size_t i;
  snprintf(input, sizeof input, "%s/otherwise.html", folder);
  snprintf(base, sizeof base, "%s=http://b.example/d/", folder);
  inputs[0] = input;
  for (i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
    urlsieve_error error;
    urlsieve_batch* rows = NULL;
    urlsieve_scan* scan;
    urlsieve_options* options = urlsieve_options_new();
    FILE* const file = fopen(input, "w");
    EXPECT(file != NULL);
    fputs(cases[i].text, file);
    fclose(file);
    EXPECT(urlsieve_options_set(options, cases[i].option,
                                strcmp(cases[i].option, "base-of") == 0 ? base : cases[i].value,
                                &error) == URLSIEVE_OK);
    scan = urlsieve_scan_open(options, inputs, 1, "url", 10, &error);
    EXPECT(scan != NULL);
    EXPECT(urlsieve_scan_next(scan, &rows, &error) == URLSIEVE_OK && rows != NULL);
    EXPECT(rows != NULL && urlsieve_batch_size(rows) == 1 &&
           is(urlsieve_batch_text(rows, 0, 0), cases[i].url));
    urlsieve_batch_free(rows);
    urlsieve_scan_free(scan);
    urlsieve_options_free(options);
  }
}

static void reads_files(const char* folder) {
  char input[512];
  char first[512];
  char both[512];
  const char* inputs[1];
  const char* directories[2];
  urlsieve_error error;
  urlsieve_options* options = urlsieve_options_new();
  urlsieve_scan* scan;
  urlsieve_batch* rows = NULL;
  uint64_t faults = 9;
  size_t all = 0;
  int exit_code = 9;
  FILE* file;
  int i;
  snprintf(input, sizeof input, "%s/in.txt", folder);
  snprintf(first, sizeof first, "%s/first", folder);
  snprintf(both, sizeof both, "%s/both", folder);
  inputs[0] = input;
  file = fopen(input, "w");
  EXPECT(file != NULL);
  for (i = 0; i < 2500; ++i) fprintf(file, "http://a.example/%d\n", i);
  fclose(file);
  scan = urlsieve_scan_open(options, inputs, 1, "url", 1000, &error);
  EXPECT(scan != NULL);
  while (urlsieve_scan_next(scan, &rows, &error) == URLSIEVE_OK && rows != NULL) {
    EXPECT(all != 2000 || is(urlsieve_batch_text(rows, 0, 499), "http://a.example/2499"));
    all += urlsieve_batch_size(rows);
    urlsieve_batch_free(rows);
  }
  EXPECT(error.code == URLSIEVE_OK && all == 2500);
  urlsieve_scan_free(scan);
  scan = urlsieve_scan_open(options, inputs, 1, "url", 10, &error);
  urlsieve_scan_stop(scan);
  urlsieve_scan_free(scan);
  EXPECT(urlsieve_scan_open(options, inputs, 1, "shard", 10, &error) == NULL);
  inputs[0] = "no such file";
  scan = urlsieve_scan_open(options, inputs, 1, "url", 10, &error);
  EXPECT(urlsieve_scan_next(scan, &rows, &error) == URLSIEVE_NO_SUCH_INPUT && rows == NULL);
  urlsieve_scan_free(scan);

  inputs[0] = input;
  EXPECT(urlsieve_extract(options, inputs, 1, &exit_code, &error) == URLSIEVE_USAGE);
  urlsieve_options_set(options, "output", first, &error);
  EXPECT(urlsieve_extract(options, inputs, 1, &exit_code, &error) == URLSIEVE_OK && exit_code == 0);
  EXPECT(urlsieve_extract(options, inputs, 1, &exit_code, &error) == URLSIEVE_OUTPUT_EXISTS);
  urlsieve_options_free(options);
  directories[0] = directories[1] = first;
  EXPECT(urlsieve_merge(directories, 1, both, 0, &error) == URLSIEVE_OK);
  EXPECT(urlsieve_verify(both, &faults, &error) == URLSIEVE_OK && faults == 0);
  EXPECT(urlsieve_verify("no such directory", &faults, &error) == URLSIEVE_NO_SUCH_INPUT);
}

static void write_lines(const char* path, const char* prefix, int from, int to) {
  int i;
  FILE* file = fopen(path, "w");
  EXPECT(file != NULL);
  for (i = from; i < to; ++i) fprintf(file, "%s%d\n", prefix, i);
  fclose(file);
}

static void converts(const char* folder) {
  urlsieve_error error;
  urlsieve_options* options = urlsieve_options_new();
  char first[4096];
  char converted[4096];
  char again[4096];
  const char* directories[1];
  uint64_t rejected = 99;
  uint64_t faults = 0;
  char part[4200];
  size_t size;
  FILE* file;
  snprintf(first, sizeof(first), "%s/first", folder);
  snprintf(converted, sizeof(converted), "%s/converted", folder);
  snprintf(again, sizeof(again), "%s/again", folder);
  directories[0] = first;
  EXPECT(urlsieve_convert(options, directories, 1, 0, &rejected, &error) == URLSIEVE_USAGE);
  EXPECT(strstr(error.message, "output") != NULL);
  EXPECT(urlsieve_convert(NULL, directories, 1, 0, NULL, &error) == URLSIEVE_USAGE);
  urlsieve_options_set(options, "output", converted, &error);
  urlsieve_options_set(options, "shards", "1", &error);
  urlsieve_options_set(options, "jsonl", NULL, &error);
  urlsieve_options_set(options, "fold-https", NULL, &error);
  urlsieve_options_set(options, "drop-params", "x", &error);
  urlsieve_options_set(options, "drop-params", "y", &error);
  EXPECT(urlsieve_convert(options, directories, 1, 1, &rejected, &error) == URLSIEVE_OK && rejected == 0);
  EXPECT(urlsieve_convert(options, directories, 1, 0, NULL, &error) == URLSIEVE_OUTPUT_EXISTS);
  EXPECT(urlsieve_verify(converted, &faults, &error) == URLSIEVE_OK && faults == 0);
  snprintf(part, sizeof(part), "%s/part-00000-of-00001.jsonl", converted);
  file = fopen(part, "r");
  EXPECT(file != NULL && fgets(part, sizeof(part), file) != NULL);
  EXPECT(strcmp(part, "{\"url\":\"http://a.example/0\"}\n") == 0);
  if (file != NULL) fclose(file);
  snprintf(part, sizeof(part), "%s/manifest.json", converted);
  file = fopen(part, "r");
  size = file == NULL ? 0 : fread(part, 1, sizeof(part) - 1, file);
  part[size] = '\0';
  EXPECT(strstr(part, "\"fold_https\": true") != NULL);
  EXPECT(strstr(part, "\"x\"") != NULL && strstr(part, "\"y\"") != NULL);
  if (file != NULL) fclose(file);
  urlsieve_options_set(options, "output", again, &error);
  directories[0] = "no such directory";
  EXPECT(urlsieve_convert(options, directories, 1, 0, NULL, &error) == URLSIEVE_NO_SUCH_INPUT);
  urlsieve_options_set(options, "scripts", NULL, &error);
  EXPECT(urlsieve_convert(options, directories, 1, 0, NULL, &error) == URLSIEVE_USAGE);
  EXPECT(strstr(error.message, "scripts") != NULL);
  urlsieve_options_free(options);
}

static void changes_a_state(const char* folder) {
  urlsieve_error error;
  urlsieve_update_counts counts;
  urlsieve_options* options = urlsieve_options_new();
  urlsieve_options* conditions = urlsieve_options_new();
  char input[4096];
  char state[4096];
  char fresh[4096];
  const char* inputs[1];
  uint64_t removed = 0;
  snprintf(input, sizeof(input), "%s/days", folder);
  snprintf(state, sizeof(state), "%s/state", folder);
  snprintf(fresh, sizeof(fresh), "%s/fresh", folder);
  inputs[0] = input;
  write_lines(input, "http://a.example/", 0, 100);
  EXPECT(urlsieve_update(options, state, inputs, 1, NULL, &counts, &error) == URLSIEVE_USAGE);
  urlsieve_options_set(options, "output", fresh, &error);
  urlsieve_options_set(options, "force", NULL, &error);
  urlsieve_options_set(options, "date", "2026-01-01", &error);
  EXPECT(urlsieve_update(options, state, inputs, 1, "soon", &counts, &error) == URLSIEVE_USAGE);
  EXPECT(urlsieve_update(options, state, inputs, 1, NULL, &counts, &error) == URLSIEVE_OK);
  EXPECT(counts.added == 100 && counts.unique == 100 && counts.layers == 1 && counts.is_published == 1);
  EXPECT(counts.exit_code == 0);
  write_lines(input, "http://a.example/", 90, 130);
  urlsieve_options_set(options, "date", "2026-01-02", &error);
  EXPECT(urlsieve_update(options, state, inputs, 1, "never", &counts, &error) == URLSIEVE_OK);
  EXPECT(counts.added == 30 && counts.unique == 130 && counts.layers == 2);
  EXPECT(urlsieve_purge(NULL, state, NULL, NULL, &removed, &error) == URLSIEVE_USAGE);
  EXPECT(urlsieve_purge(NULL, state, NULL, "2026-01-02", &removed, &error) == URLSIEVE_OK && removed == 90);
  write_lines(input, "http://a.example/", 128, 140);
  EXPECT(urlsieve_purge(NULL, state, input, NULL, &removed, &error) == URLSIEVE_OK && removed == 2);
  urlsieve_options_set(conditions, "include", "/9[0-9]$", &error);
  EXPECT(urlsieve_purge(conditions, state, NULL, NULL, &removed, &error) == URLSIEVE_OK && removed == 10);
  urlsieve_options_set(conditions, "exclude", "/9", &error);
  EXPECT(urlsieve_purge(conditions, state, NULL, NULL, &removed, &error) == URLSIEVE_USAGE);
  EXPECT(strstr(error.message, "exclude") != NULL);
  urlsieve_options_free(conditions);
  urlsieve_options_set(options, "ladder", "syntax", &error);
  EXPECT(urlsieve_update(options, state, inputs, 1, NULL, NULL, &error) == URLSIEVE_USAGE);
  EXPECT(strstr(error.message, "ladder") != NULL);
  urlsieve_options_free(options);
}

static void knows_seen_urls(const char* folder) {
  urlsieve_error error;
  urlsieve_options* options = urlsieve_options_new();
  urlsieve_seen_set* set = urlsieve_seen_set_open(NULL, NULL, &error);
  urlsieve_text references[3];
  const urlsieve_text* added;
  size_t count = 9;
  uint64_t flushed = 9;
  int contains = 9;
  char state[4096];
  snprintf(state, sizeof(state), "%s/seen", folder);
  references[0] = text("HTTP://a.example");
  references[1] = text("http://[/");
  references[2] = text("http://a.example:80/");
  EXPECT(set != NULL);
  EXPECT(urlsieve_seen_set_insert(set, references, 3, &added, &count, &error) == URLSIEVE_OK);
  EXPECT(count == 1 && is(added[0], "http://a.example/"));
  EXPECT(urlsieve_seen_set_contains(set, "http://A.example/", 17, &contains, &error) == URLSIEVE_OK);
  EXPECT(contains == 1);
  EXPECT(urlsieve_seen_set_close(set, &flushed, &error) == URLSIEVE_OK && flushed == 0);
  EXPECT(urlsieve_seen_set_insert(set, references, 3, &added, &count, &error) == URLSIEVE_USAGE &&
         count == 0);
  urlsieve_seen_set_free(set);
  urlsieve_seen_set_free(NULL);

  set = urlsieve_seen_set_open(options, state, &error);
  EXPECT(set != NULL);
  EXPECT(urlsieve_seen_set_insert(set, references, 3, &added, &count, &error) == URLSIEVE_OK && count == 1);
  EXPECT(urlsieve_seen_set_flush(set, &flushed, &error) == URLSIEVE_OK && flushed == 1);
  references[1] = text("http://b.example/");
  EXPECT(urlsieve_seen_set_insert(set, references, 3, &added, &count, &error) == URLSIEVE_OK && count == 1);
  EXPECT(is(added[0], "http://b.example/"));
  urlsieve_seen_set_free(set);
  set = urlsieve_seen_set_open(options, state, &error);
  EXPECT(urlsieve_seen_set_contains(set, "http://a.example/", 17, &contains, &error) == URLSIEVE_OK);
  EXPECT(contains == 1);
  EXPECT(urlsieve_seen_set_contains(set, "http://b.example/", 17, &contains, &error) == URLSIEVE_OK);
  EXPECT(contains == 0);
  urlsieve_seen_set_free(set);
  urlsieve_options_set(options, "ladder", "syntax", &error);
  EXPECT(urlsieve_seen_set_open(options, state, &error) == NULL && error.code == URLSIEVE_USAGE);
  EXPECT(strstr(error.message, "ladder") != NULL);
  urlsieve_options_set(options, "scripts", NULL, &error);
  EXPECT(urlsieve_seen_set_open(options, NULL, &error) == NULL && error.code == URLSIEVE_USAGE);
  EXPECT(strstr(error.message, "scripts") != NULL);
  urlsieve_options_free(options);
}

int main(int count, char** arguments) {
  size_t i;
  if (count == 2 && strcmp(arguments[1], "options") == 0) {
    for (i = 0; i < urlsieve_option_count(); ++i) puts(urlsieve_option_name(i));
    return 0;
  }
  EXPECT(strlen(urlsieve_version()) >= 5);
  EXPECT(urlsieve_option_name(urlsieve_option_count()) == NULL);
  normalizes();
  extracts_links();
  tells_what_a_url_lacks();
  if (count == 2) {
    follows_rules(arguments[1], "tracking-rules", "$removeparam=gclid\n", "http://a.example/?gclid=1&b",
                  "http://a.example/?b");
    follows_rules(arguments[1], "rules", "urlsieve-rules 1\na.example\tscheme\thttps\t5\t0\n",
                  "http://a.example/", "https://a.example/");
    reads_otherwise(arguments[1]);
    reads_files(arguments[1]);
    converts(arguments[1]);
    changes_a_state(arguments[1]);
    knows_seen_urls(arguments[1]);
  }
  return failures == 0 ? 0 : 1;
}
