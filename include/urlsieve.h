/* urlsieve for C and for whatever language can call C: liburlsieve.so.0.
 *
 * Handles are opaque, made by ..._new or ..._open and freed by ..._free, which takes NULL, too. A handle
 * serves one thread at a time, but for urlsieve_scan_stop(). Texts are bytes and a size, in any encoding that
 * a function does not name; what is given is copied or used up before a call returns, unless it says
 * otherwise. Nothing is thrown, printed, or ends the process. Functions that can fail return a code
 * (URLSIEVE_OK: 0) or NULL, and say why in `error`, which may be NULL. */
#ifndef URLSIEVE_H
#define URLSIEVE_H

#include <stddef.h>
#include <stdint.h>

#include "urlsieve/arrow_c_data.h"

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

enum urlsieve_code {
  URLSIEVE_OK = 0,
  URLSIEVE_USAGE,         /* options that contradict each other or make no sense */
  URLSIEVE_NO_SUCH_INPUT, /* an argument names nothing that is there */
  URLSIEVE_CANNOT_OPEN,
  URLSIEVE_CANNOT_READ,
  URLSIEVE_CANNOT_WRITE,
  URLSIEVE_OUTPUT_EXISTS,
  URLSIEVE_NOT_SUPPORTED,
  URLSIEVE_OUT_OF_MEMORY,
  URLSIEVE_INTERRUPTED,
  URLSIEVE_CLOSED_OUTPUT,
  URLSIEVE_INVALID_URL,
  URLSIEVE_INTERNAL /* a fault of the library */
};

typedef struct urlsieve_error {
  int code;
  char message[508]; /* one sentence that ends in NUL; cut where it is longer */
} urlsieve_error;

typedef struct urlsieve_text {
  const char* bytes; /* no NUL at the end */
  size_t size;
} urlsieve_text;

const char* urlsieve_version(void);

/* Options, by the words of the command line: urlsieve_options_set(o, "ladder", "syntax"). */
typedef struct urlsieve_options urlsieve_options;
urlsieve_options* urlsieve_options_new(void); /* NULL: out of memory */
void urlsieve_options_free(urlsieve_options* options);
int urlsieve_options_set(urlsieve_options* options, const char* name, const char* value,
                         urlsieve_error* error);
size_t urlsieve_option_count(void);
const char* urlsieve_option_name(size_t number); /* NULL: there is none */

/* Rows in columns. They are made for `fields`, names with commas between, such as "url,where,offset"; a
 * column is asked for by its place among them. */
typedef struct urlsieve_batch urlsieve_batch;
void urlsieve_batch_free(urlsieve_batch* batch);
void urlsieve_batch_clear(urlsieve_batch* batch);
size_t urlsieve_batch_size(const urlsieve_batch* batch); /* rows */
/* One value; it lives until the batch is changed. Of numbers ("offset"), and where there is no such place, no bytes. */
urlsieve_text urlsieve_batch_text(const urlsieve_batch* batch, size_t column, size_t row);
uint64_t urlsieve_batch_number(const urlsieve_batch* batch, size_t column, size_t row); /* of numbers */
/* 1: the row has no such value ("port" of most URLs), and it is told as no bytes, or 0. */
int urlsieve_batch_is_null(const urlsieve_batch* batch, size_t column, size_t row);
/* A whole column: value i are the bytes from ends[i] to ends[i + 1]. 0: it has numbers, or does not exist. */
int urlsieve_batch_column(const urlsieve_batch* batch, size_t column, const char** bytes,
                          const uint64_t** ends);
/* The rows change hands, and the batch is empty then; `schema` may be NULL. */
int urlsieve_batch_export(urlsieve_batch* batch, struct ArrowSchema* schema, struct ArrowArray* array,
                          urlsieve_error* error);

/* The links of pages. Members that are not known are empty texts. */
typedef struct urlsieve_page {
  urlsieve_text bytes;
  urlsieve_text base;         /* the absolute URL that it was retrieved from */
  urlsieve_text source;       /* what the field "source" says; empty: the base */
  urlsieve_text content_type; /* as HTTP has it */
  urlsieve_text charset;      /* empty: as content_type has it */
} urlsieve_page;

typedef struct urlsieve_extractor urlsieve_extractor;
/* `dedup`: "page", "extractor" or "off"; the options may be NULL, and may be freed at once. */
urlsieve_extractor* urlsieve_extractor_new(const urlsieve_options* options, const char* fields,
                                           const char* dedup, urlsieve_error* error);
void urlsieve_extractor_free(urlsieve_extractor* extractor);
/* The extractor's own: whatever is read adds its rows, until urlsieve_batch_clear() or
 * urlsieve_batch_export(). */
urlsieve_batch* urlsieve_extractor_rows(urlsieve_extractor* extractor);
int urlsieve_extractor_run(urlsieve_extractor* extractor, const urlsieve_page* page, urlsieve_error* error);
/* The same of a page that comes in pieces; page->bytes may be the first. */
int urlsieve_extractor_begin(urlsieve_extractor* extractor, const urlsieve_page* page, urlsieve_error* error);
int urlsieve_extractor_feed(urlsieve_extractor* extractor, const char* bytes, size_t size,
                            urlsieve_error* error);
int urlsieve_extractor_end(urlsieve_extractor* extractor, urlsieve_error* error);

/* References into URLs. */
typedef struct urlsieve_normalizer urlsieve_normalizer;
urlsieve_normalizer* urlsieve_normalizer_new(const urlsieve_options* options, urlsieve_error* error);
void urlsieve_normalizer_free(urlsieve_normalizer* normalizer);
/* URLSIEVE_INVALID_URL: it is no absolute URL, and there is no base then. Of size 0: no base. */
int urlsieve_normalizer_set_base(urlsieve_normalizer* normalizer, const char* base, size_t size,
                                 urlsieve_error* error);
/* 0, and `url` lives until the next call; else the number of the reason (urlsieve_rejection_name), or -1: out
 * of memory. */
int urlsieve_normalize(urlsieve_normalizer* normalizer, const char* reference, size_t size,
                       urlsieve_text* url);
const char* urlsieve_rejection_name(int number); /* NULL: there is none */
/* Of lines: URL i are the bytes from ends[i] to ends[i + 1] of `count`, none where it was rejected. They live
 * until the next call. */
int urlsieve_normalize_lines(urlsieve_normalizer* normalizer, const char* lines, size_t size,
                             const char** bytes, const uint64_t** ends, size_t* count, urlsieve_error* error);

/* Files, read in the background. Reads what `inputs` name; `rows`: of a batch; 0: 65536. */
typedef struct urlsieve_scan urlsieve_scan;
urlsieve_scan* urlsieve_scan_open(const urlsieve_options* options, const char* const* inputs,
                                  size_t input_count, const char* fields, size_t rows, urlsieve_error* error);
void urlsieve_scan_free(urlsieve_scan* scan); /* ends it where it is */
/* The next rows, for the caller to free; NULL in `rows`: there are no more. */
int urlsieve_scan_next(urlsieve_scan* scan, urlsieve_batch** rows, urlsieve_error* error);
void urlsieve_scan_stop(urlsieve_scan* scan); /* from any thread */

/* What the program's subcommands do. urlsieve_extract() writes to the option "output". `exit_code`, which may
 * be NULL, is the program's: 0 complete, 1 some input was damaged, 3 none could be read. */
int urlsieve_extract(const urlsieve_options* options, const char* const* inputs, size_t input_count,
                     int* exit_code, urlsieve_error* error);
int urlsieve_merge(const char* const* directories, size_t count, const char* output, int force,
                   urlsieve_error* error);
/* `faults`: how many there are; the first is told in `error`, whose code is URLSIEVE_OK then. */
int urlsieve_verify(const char* directory, uint64_t* faults, urlsieve_error* error);

/* Converts directories into the option "output", as `urlsieve convert`. Options that are not set keep the
 * layout and the URLs of the first directory; an option that `urlsieve convert` lacks is URLSIEVE_USAGE.
 * `to_current_rules`: 1 normalizes URLs again that were made under other rule revisions. `rejected`, which may
 * be NULL: references whose URLs the new options reject. After an error, an existing output is unchanged. */
int urlsieve_convert(const urlsieve_options* options, const char* const* directories, size_t count,
                     int to_current_rules, uint64_t* rejected, urlsieve_error* error);

/* States (`urlsieve update`, `urlsieve purge`). One process at a time changes a state; another change fails
 * with URLSIEVE_OUTPUT_EXISTS. After an error, the state is as before. */
typedef struct urlsieve_update_counts {
  uint64_t added;   /* URLs that were new */
  uint64_t unique;  /* URLs of the state afterwards */
  uint64_t layers;  /* of the state afterwards */
  int is_published; /* 1: the state has changed; 0: inputs had faults */
  int exit_code;    /* as of urlsieve_extract() */
} urlsieve_update_counts;
/* Writes the URLs of the inputs that the state lacks to the option "output", and adds all URLs to the state,
 * which is created if missing. Options that are not set are those of the state. `compact`: "auto" (also NULL),
 * "now" or "never". `counts` may be NULL. */
int urlsieve_update(const urlsieve_options* options, const char* state, const char* const* inputs,
                    size_t input_count, const char* compact, urlsieve_update_counts* counts,
                    urlsieve_error* error);
/* Removes the URLs that meet all given conditions: the options "hosts", "domains" and "include", a file of
 * URLs, and the day before which a URL was seen last ("2026-01-31"). NULL: no such condition. The other options
 * are "memory" and "threads". `removed`, the number of removed URLs, may be NULL. */
int urlsieve_purge(const urlsieve_options* options, const char* state, const char* urls_from,
                   const char* not_seen_since, uint64_t* removed, urlsieve_error* error);

/* A set of URLs that tells which URLs are new: in memory, or over a state of urlsieve_update(). References are
 * normalized by the options, and by those of an existing state. Over a state, inserted URLs are in memory until
 * flush or close adds them to the state, as one layer, with their counts; a process that ends before leaves the
 * state as it is. A set takes about 30 bytes and the URL for each distinct URL since the last flush. */
typedef struct urlsieve_seen_set urlsieve_seen_set;
/* `state`: a directory, created by the first flush if missing; NULL: in memory. URLSIEVE_USAGE: the state has
 * another form of URLs than the options that were set, other rule revisions, or columns that a list of URLs
 * cannot fill. */
urlsieve_seen_set* urlsieve_seen_set_open(const urlsieve_options* options, const char* state,
                                          urlsieve_error* error);
/* Frees the set without a flush. */
void urlsieve_seen_set_free(urlsieve_seen_set* set);
/* Inserts the URLs of `count` references. `added`: the new URLs, in input order, each once; they live until the
 * next call, except urlsieve_seen_set_contains(). Rejected references are not inserted. URLSIEVE_OUT_OF_MEMORY:
 * the URLs exceed half of the option "memory"; the set is unchanged. */
int urlsieve_seen_set_insert(urlsieve_seen_set* set, const urlsieve_text* references, size_t count,
                             const urlsieve_text** added, size_t* added_count, urlsieve_error* error);
int urlsieve_seen_set_contains(urlsieve_seen_set* set, const char* reference, size_t size, int* contains,
                               urlsieve_error* error);
/* Add the inserted URLs to the state, durably; without a state they change nothing. After an error, the set and
 * the state are unchanged. A closed set accepts no more calls but free. `added`, which may be NULL: URLs that the
 * state lacked. */
int urlsieve_seen_set_flush(urlsieve_seen_set* set, uint64_t* added, urlsieve_error* error);
int urlsieve_seen_set_close(urlsieve_seen_set* set, uint64_t* added, urlsieve_error* error);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
