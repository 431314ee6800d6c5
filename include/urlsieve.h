/* The C interface of urlsieve (liburlsieve.so.0), for C and for languages that call C.
 *
 * Handles are opaque: a function ..._new or ..._open creates a handle, and ..._free frees it. ..._free
 * accepts NULL; other functions require a valid handle. One thread at a time may use a handle, except for
 * urlsieve_scan_stop().
 *
 * A text is a pointer and a size in bytes, without a NUL at the end. Strings without a size end in NUL. A
 * function copies its arguments or has finished with them when it returns.
 *
 * Functions that can fail return a code of urlsieve_code or NULL. They store the code and a message in
 * `error`, which may be NULL. Other pointers to results must not be NULL unless a comment allows NULL. The
 * library throws no exceptions, prints nothing, and never ends the process.
 *
 * liburlsieve.so.0 keeps its functions, the values of its codes and the layouts of its structs. The structs
 * therefore have no size fields: new settings are options by name, and new results come from new functions.
 * Later versions may return new codes; treat every code except URLSIEVE_OK as an error. All symbols have the
 * version URLSIEVE_0. */
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
  URLSIEVE_USAGE,         /* contradictory or invalid options or arguments */
  URLSIEVE_NO_SUCH_INPUT, /* an input or a list does not exist */
  URLSIEVE_CANNOT_OPEN,
  URLSIEVE_CANNOT_READ,
  URLSIEVE_CANNOT_WRITE,
  URLSIEVE_OUTPUT_EXISTS,
  URLSIEVE_NOT_SUPPORTED,
  URLSIEVE_OUT_OF_MEMORY,
  URLSIEVE_INTERRUPTED,
  URLSIEVE_CLOSED_OUTPUT,
  URLSIEVE_INVALID_URL,
  URLSIEVE_INTERNAL /* a bug of the library */
};

typedef struct urlsieve_error {
  int code;
  char message[508]; /* one sentence, ended by NUL; longer messages are cut */
} urlsieve_error;

typedef struct urlsieve_text {
  const char* bytes; /* no NUL at the end */
  size_t size;
} urlsieve_text;

/* Returns the version of the library, "0.2.0". */
const char* urlsieve_version(void);

/* Options. Functions that take options copy them; NULL means the defaults. */
typedef struct urlsieve_options urlsieve_options;
urlsieve_options* urlsieve_options_new(void); /* NULL: out of memory */
void urlsieve_options_free(urlsieve_options* options);
/* Sets the option `name`: a long flag of `urlsieve extract` without "--" ("ladder"). Values have the syntax
 * of the command line; `value` NULL is empty. A switch is turned on by "true", "1", "yes" or an empty value,
 * and off by "false", "0" or "no". The lists "fields", "schemes" and "drop-schemes" are replaced; other lists
 * grow with each call. Fails with URLSIEVE_USAGE for an unknown name or an invalid value. Functions that use
 * the options report contradictions between options. */
int urlsieve_options_set(urlsieve_options* options, const char* name, const char* value,
                         urlsieve_error* error);
/* Return the number of options, and the name of an option, numbered from 0 (static; NULL: no such option). */
size_t urlsieve_option_count(void);
const char* urlsieve_option_name(size_t number);

/* A table of rows in columns. Its creator gets the columns as `fields`, names joined by commas
 * ("url,where,offset"; NULL: "url"). Functions name a column by its index in this list, from 0. */
typedef struct urlsieve_batch urlsieve_batch;
/* Frees a batch of urlsieve_scan_next(). An extractor frees its own batch. */
void urlsieve_batch_free(urlsieve_batch* batch);
/* Removes all rows and keeps the columns. */
void urlsieve_batch_clear(urlsieve_batch* batch);
/* Returns the number of rows. */
size_t urlsieve_batch_size(const urlsieve_batch* batch);
/* Returns the value of a text column, valid until the batch changes. Returns an empty text for a column of
 * numbers ("offset"), and if there is no such row or column. */
urlsieve_text urlsieve_batch_text(const urlsieve_batch* batch, size_t column, size_t row);
/* Returns the value of a column of numbers. Returns 0 for a text column, and if there is no such row or
 * column. */
uint64_t urlsieve_batch_number(const urlsieve_batch* batch, size_t column, size_t row);
/* Returns 1 if the row has no value in the column ("port" of most URLs): the value is then empty or 0.
 * Returns 0 otherwise, and if there is no such row or column. */
int urlsieve_batch_is_null(const urlsieve_batch* batch, size_t column, size_t row);
/* Returns 1 and stores a whole text column: value i is stored from ends[i] to ends[i + 1] of `bytes`, and
 * `ends` has one element more than the batch has rows. Both are valid until the batch changes. Returns 0, and
 * stores nothing, for a column of numbers or an index without a column. */
int urlsieve_batch_column(const urlsieve_batch* batch, size_t column, const char** bytes,
                          const uint64_t** ends);
/* Moves all rows to `array` (Arrow C data interface: a struct with a child for each column) and describes the
 * columns in `schema`, which may be NULL. The batch is empty afterwards. The caller releases both structs. */
int urlsieve_batch_export(urlsieve_batch* batch, struct ArrowSchema* schema, struct ArrowArray* array,
                          urlsieve_error* error);

/* A page in memory. Unknown members are empty texts ({NULL, 0}). */
typedef struct urlsieve_page {
  urlsieve_text bytes;
  urlsieve_text base;         /* absolute URL from which the page was retrieved; empty: the option "base" */
  urlsieve_text source;       /* value of the field "source"; empty: `base` */
  urlsieve_text content_type; /* of HTTP: "text/html; charset=utf-8"; empty: decided by the bytes */
  urlsieve_text charset;      /* declared by the transport; empty: the charset of content_type */
} urlsieve_page;

/* A reusable extractor of the URLs of pages. A page never fails: damage gives fewer URLs, not an error. */
typedef struct urlsieve_extractor urlsieve_extractor;
/* Creates an extractor. `dedup`: "page" (also NULL) delivers each distinct URL once for each page,
 * "extractor" once in all pages, "off" each time. Fails with URLSIEVE_USAGE or URLSIEVE_INVALID_URL for
 * invalid arguments or options. Fails with URLSIEVE_NO_SUCH_INPUT, URLSIEVE_CANNOT_OPEN or
 * URLSIEVE_CANNOT_READ for files that the options name. */
urlsieve_extractor* urlsieve_extractor_new(const urlsieve_options* options, const char* fields,
                                           const char* dedup, urlsieve_error* error);
void urlsieve_extractor_free(urlsieve_extractor* extractor);
/* Returns the batch of the extractor, to which each page adds its rows. The extractor owns the batch. Rows
 * stay until urlsieve_batch_clear() or urlsieve_batch_export(). */
urlsieve_batch* urlsieve_extractor_rows(urlsieve_extractor* extractor);
/* Adds the URLs of a whole page to the rows. Clear the rows after URLSIEVE_OUT_OF_MEMORY. */
int urlsieve_extractor_run(urlsieve_extractor* extractor, const urlsieve_page* page, urlsieve_error* error);
/* Add the URLs of a page that arrives in chunks: begin() with the metadata (page->bytes may be the first
 * chunk), feed() for each further chunk, then end(). The result does not depend on the chunks. begin()
 * discards a page that has not ended. Errors are as for urlsieve_extractor_run(). */
int urlsieve_extractor_begin(urlsieve_extractor* extractor, const urlsieve_page* page, urlsieve_error* error);
int urlsieve_extractor_feed(urlsieve_extractor* extractor, const char* bytes, size_t size,
                            urlsieve_error* error);
int urlsieve_extractor_end(urlsieve_extractor* extractor, urlsieve_error* error);

/* Converts single references to normalized URLs. */
typedef struct urlsieve_normalizer urlsieve_normalizer;
/* Creates a normalizer, and loads the files of tracking rules and redirects that the options name. Fails if a
 * file is missing or invalid, or if an option is invalid. */
urlsieve_normalizer* urlsieve_normalizer_new(const urlsieve_options* options, urlsieve_error* error);
void urlsieve_normalizer_free(urlsieve_normalizer* normalizer);
/* Sets the base of relative references; size 0: no base. Fails with URLSIEVE_INVALID_URL, and removes the
 * base, if `base` is not an absolute URL. */
int urlsieve_normalizer_set_base(urlsieve_normalizer* normalizer, const char* base, size_t size,
                                 urlsieve_error* error);
/* Returns 0 and stores the URL in `url`, valid until the next call. Otherwise stores an empty text and
 * returns the number of the rejection (urlsieve_rejection_name()), or -1 if memory runs out. Without a base,
 * a relative reference stays relative. */
int urlsieve_normalize(urlsieve_normalizer* normalizer, const char* reference, size_t size,
                       urlsieve_text* url);
/* Returns the first error in reading redirects from disk, if any; URLs since the error may lack their
 * redirects. urlsieve_normalize_lines() returns the same error. */
int urlsieve_normalizer_state(const urlsieve_normalizer* normalizer, urlsieve_error* error);
/* Returns the name of a rejection (static); NULL if there is none with this number. */
const char* urlsieve_rejection_name(int number);
/* Normalizes each line, ended by LF or CR LF, and stores `count` results. URL i is stored from ends[i] to
 * ends[i + 1] of `bytes`; a rejected line gives an empty URL. The results are valid until the next call of
 * this function. */
int urlsieve_normalize_lines(urlsieve_normalizer* normalizer, const char* lines, size_t size,
                             const char** bytes, const uint64_t** ends, size_t* count, urlsieve_error* error);

/* A scan of files by threads of its own. Rows are in input order. */
typedef struct urlsieve_scan urlsieve_scan;
/* Starts a scan of `inputs` (files, directories, URLs). A batch has `rows` rows (0: 65536), the last batch
 * may have fewer. Fails with URLSIEVE_USAGE for invalid fields, and URLSIEVE_OUT_OF_MEMORY if no thread can
 * be started. urlsieve_scan_next() returns all other errors, also of options and missing inputs. */
urlsieve_scan* urlsieve_scan_open(const urlsieve_options* options, const char* const* inputs,
                                  size_t input_count, const char* fields, size_t rows, urlsieve_error* error);
/* Stops the scan, waits for its threads, and frees it. */
void urlsieve_scan_free(urlsieve_scan* scan);
/* Blocks until a batch is ready, and stores it in `rows`; the caller frees it. Stores NULL at the end and
 * after an error. Returns the error that ended the scan, if any, after all rows. */
int urlsieve_scan_next(urlsieve_scan* scan, urlsieve_batch** rows, urlsieve_error* error);
/* Stops reading; any thread may call this. urlsieve_scan_next() still returns the rows found so far. */
void urlsieve_scan_stop(urlsieve_scan* scan);

/* Subcommands of the program. All block until the work is done. */

/* Writes the URLs of `inputs` to the directory of the option "output", as `urlsieve extract`. Stores the exit
 * code of the program in `exit_code`, which may be NULL: 0 for complete input, 1 for damaged input, 3 if no
 * input could be read. Damaged or unreadable input is no error: the function returns URLSIEVE_OK. */
int urlsieve_extract(const urlsieve_options* options, const char* const* inputs, size_t input_count,
                     int* exit_code, urlsieve_error* error);
/* Merges output directories into the directory `output`, as `urlsieve merge`. `force` 1 replaces an existing
 * output; otherwise an output that is not empty is URLSIEVE_OUTPUT_EXISTS. After an error, an existing output
 * is unchanged. */
int urlsieve_merge(const char* const* directories, size_t count, const char* output, int force,
                   urlsieve_error* error);
/* Verifies an output directory, and stores the number of faults in `faults`. With faults, returns URLSIEVE_OK
 * and stores the description of the first fault in error->message. Fails if the directory is missing. */
int urlsieve_verify(const char* directory, uint64_t* faults, urlsieve_error* error);

/* Converts output directories into the directory of the option "output", as `urlsieve convert`. Options that
 * are not set keep the layout and the URLs of the first directory; an option that `urlsieve convert` lacks is
 * URLSIEVE_USAGE. `to_current_rules` 1 normalizes again the URLs of other rule revisions. Stores in
 * `rejected`, which may be NULL, the number of references whose URLs the new options reject. After an error,
 * an existing output is unchanged. */
int urlsieve_convert(const urlsieve_options* options, const char* const* directories, size_t count,
                     int to_current_rules, uint64_t* rejected, urlsieve_error* error);

/* States (`urlsieve update`, `urlsieve purge`). One process at a time may change a state; another change
 * fails with URLSIEVE_OUTPUT_EXISTS. */
typedef struct urlsieve_update_counts {
  uint64_t added;   /* URLs that were new */
  uint64_t unique;  /* URLs of the state afterwards */
  uint64_t layers;  /* layers of the state afterwards */
  int is_published; /* 1: the state has changed; 0: inputs had faults */
  int exit_code;    /* see urlsieve_extract() */
} urlsieve_update_counts;
/* Writes the URLs of the inputs that the state lacks to the directory of the option "output", and adds all
 * URLs to the state, which is created if missing. Options that are not set come from the state. `compact`:
 * "auto" (also NULL), "now" or "never". `counts` may be NULL. Inputs with faults change nothing and write no
 * rows: the function returns URLSIEVE_OK and is_published is 0. After an error, the state is as before. */
int urlsieve_update(const urlsieve_options* options, const char* state, const char* const* inputs,
                    size_t input_count, const char* compact, urlsieve_update_counts* counts,
                    urlsieve_error* error);
/* Removes from the state the URLs that meet all given conditions, at least one. The options "hosts",
 * "domains" and "include" are conditions. `urls_from`: the URL is in this file of URLs. `not_seen_since`: the
 * URL was last seen before this day ("2026-01-31"). NULL: no such condition. "memory" and "threads" are the
 * only other options (URLSIEVE_USAGE). Stores the number of removed URLs in `removed`, which may be NULL. An
 * error leaves the old or the new state. */
int urlsieve_purge(const urlsieve_options* options, const char* state, const char* urls_from,
                   const char* not_seen_since, uint64_t* removed, urlsieve_error* error);

/* A set of URLs that finds new URLs: in memory, or over a state of urlsieve_update(). The options of the set
 * and of an existing state normalize the references. Over a state, inserted URLs stay in memory until flush
 * or close adds them to the state, as one layer, with their counts; a process that ends earlier leaves the
 * state unchanged. Memory: the URL and about 30 bytes for each distinct URL since the last flush. */
typedef struct urlsieve_seen_set urlsieve_seen_set;
/* Opens a set over the directory `state`, which the first flush creates if missing; NULL: a set in memory.
 * Fails with URLSIEVE_USAGE if the state has another form of URLs than the options that were set, other rule
 * revisions, or columns that a list of URLs cannot fill. */
urlsieve_seen_set* urlsieve_seen_set_open(const urlsieve_options* options, const char* state,
                                          urlsieve_error* error);
/* Frees the set without a flush. */
void urlsieve_seen_set_free(urlsieve_seen_set* set);
/* Inserts the URLs of `count` references; rejected references are skipped. Stores in `added` the new URLs, in
 * input order, each once, valid until the next insert, flush, close or free. Fails with
 * URLSIEVE_OUT_OF_MEMORY if the URLs exceed half of the option "memory", and URLSIEVE_CANNOT_READ if the
 * state cannot be read; the set is then unchanged. */
int urlsieve_seen_set_insert(urlsieve_seen_set* set, const urlsieve_text* references, size_t count,
                             const urlsieve_text** added, size_t* added_count, urlsieve_error* error);
/* Stores 1 in `contains` if the URL of `reference` is in the set, else 0. Fails as
 * urlsieve_seen_set_insert(). */
int urlsieve_seen_set_contains(urlsieve_seen_set* set, const char* reference, size_t size, int* contains,
                               urlsieve_error* error);
/* Add the inserted URLs to the state, durably; without a state, flush has no effect. Store in `added`, which
 * may be NULL, the number of URLs that the state lacked. After an error, the set and the state are unchanged.
 * A closed set accepts only urlsieve_seen_set_free(); other calls fail with URLSIEVE_USAGE. */
int urlsieve_seen_set_flush(urlsieve_seen_set* set, uint64_t* added, urlsieve_error* error);
int urlsieve_seen_set_close(urlsieve_seen_set* set, uint64_t* added, urlsieve_error* error);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
