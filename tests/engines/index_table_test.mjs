// Reads an index table with DuckDB: its schema, all rows, and queries, whose results are in rows.json and queries.json.
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { DuckDBInstance } = createRequire(process.argv[2] + '/')('@duckdb/node-api');
const connection = await (await DuckDBInstance.create(':memory:')).connect();
await connection.run("set TimeZone = 'UTC'");
const ask = async (sql) => (await connection.runAndReadAll(sql)).getRows()
  .map((row) => row.map((value) => typeof value === 'bigint' ? Number(value) : value));

// cc-index-schema-flat.json: string, integer, short, timestamp; nullable or not.
const schema = `url_surtkey string, url string, url_host_name string, url_host_tld string?, url_host_2nd_last_part string?,
  url_host_3rd_last_part string?, url_host_4th_last_part string?, url_host_5th_last_part string?,
  url_host_registry_suffix string?, url_host_registered_domain string?, url_host_private_suffix string?,
  url_host_private_domain string?, url_host_name_reversed string?, url_protocol string, url_port integer?, url_path string,
  url_query string?, fetch_time timestamp, fetch_status short, fetch_redirect string?, content_digest string?,
  content_mime_type string?, content_mime_detected string?, content_charset string?, content_languages string?,
  content_truncated string?, warc_filename string, warc_record_offset integer, warc_record_length integer,
  warc_segment string`.split(',').map((column) => column.trim());
const types = { string: 'VARCHAR', integer: 'INTEGER', short: 'SMALLINT', timestamp: 'TIMESTAMP WITH TIME ZONE' };
const file = 'crawl=CC-MAIN-2024-10/subset=warc/index.parquet';
const names = schema.map((column) => column.split(' ')[0]);
const described = await ask(`select column_name, column_type from (describe
  select * from read_parquet('${file}', hive_partitioning = false))`);
assert.deepEqual(described, schema.map((column) => {
  const [name, type] = column.split(' ');
  return [name, types[type.replace('?', '')]];
}));
const stored = await ask(`select name, type, converted_type, repetition_type from parquet_schema('${file}') where name != 'row'`);
const physical = { string: ['BYTE_ARRAY', 'UTF8'], integer: ['INT32', null], short: ['INT32', 'INT_16'],
  timestamp: ['INT64', 'TIMESTAMP_MILLIS'] };
assert.deepEqual(stored, schema.map((column) => {
  const [name, type] = column.split(' ');
  return [name, ...physical[type.replace('?', '')], type.endsWith('?') ? 'OPTIONAL' : 'REQUIRED'];
}));

const expected = JSON.parse(readFileSync('rows.json', 'utf8'));
const columns = names.map((name) => name === 'fetch_time' ? 'epoch_ms(fetch_time)' : name).slice(1);
const rows = await ask(`select ${columns} from '${file}' order by warc_record_offset`);
assert.equal(rows.length, expected.length);
rows.forEach((row, i) => assert.deepEqual(Object.fromEntries(names.slice(1).map((name, at) => [name, row[at]])), expected[i]));

// Rows are sorted, and their statistics are right: a filter on any column finds what a full scan finds.
const keys = (await ask(`select url_surtkey, epoch_ms(fetch_time) from '${file}'`)).map(([key, time]) => [key, time]);
for (let i = 1; i < keys.length; ++i) {
  const [before, now] = [keys[i - 1], keys[i]];
  assert(Buffer.compare(Buffer.from(before[0]), Buffer.from(now[0])) < 0 || (before[0] === now[0] && before[1] <= now[1]));
}
for (const [value] of await ask(`select distinct url_host_name from '${file}'`)) {
  const [[found]] = await ask(`select count(*) from '${file}' where url_host_name = '${value}'`);
  assert.equal(found, expected.filter((row) => row.url_host_name === value).length);
}
const [[failed]] = await ask(`select count(*) from '${file}' where fetch_status < 0`);
assert.equal(failed, expected.filter((row) => row.fetch_status < 0).length);

await connection.run("create view ccindex as select * from read_parquet('crawl=*/*/*.parquet', hive_partitioning = true)");
const queries = JSON.parse(readFileSync('queries.json', 'utf8'));
const sorted = (list) => list.map((row) => JSON.stringify(row)).sort();
for (const [sql, answer] of queries) {
  assert(answer.length > 0, sql);
  assert.deepEqual(sorted(await ask(sql)), sorted(answer), sql);
}

// Results of queries in other codecs and versions of pages, for the reader of urlsieve.
const places = `select url, warc_record_length, warc_filename, [1, 2] as nested, warc_record_offset from ccindex
  where fetch_status = 200 order by hash(url)`;
await connection.run(`copy (${places}) to 'places.csv' (header)`);
for (const codec of ['uncompressed', 'snappy', 'gzip', 'zstd'])
  for (const version of ['V1', 'V2'])
    await connection.run(`copy (${places}) to 'places-${codec}-${version}.parquet'
      (format parquet, codec '${codec}', parquet_version '${version}', row_group_size 2048)`);
await connection.run(`copy (${places}) to 'places-lz4-V1.parquet' (format parquet, codec 'lz4_raw')`);
console.log(`DuckDB reads ${rows.length} rows, and answers ${queries.length} queries`);
