// Bytes that query engines read from Parquet shards for one URL, one host, one domain.
//
//   node bench/parquet_reads.mjs FOLDER DIR...
//
// FOLDER holds node_modules with @duckdb/node-api, hyparquet and hyparquet-compressors. Each DIR is an output with
// the fields url, host, domain and count, of the same rows. Prints a table in Markdown: the bytes of all files, and
// the median bytes of 21 queries. DuckDB: the bytes of read system calls (Linux, /proc/self/io). hyparquet: the bytes
// of all ranges, with Bloom filters and page indexes, and the last 64 KiB of each file for its footer.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [folder, ...directories] = process.argv.slice(2);
const from = createRequire(folder + '/');
const { DuckDBInstance } = from('@duckdb/node-api');
const load = (name, file) => import(pathToFileURL(`${folder}/node_modules/${name}/src/${file}.js`));
const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } = await load('hyparquet', 'node');
const { compressors } = await load('hyparquet-compressors', 'index');
const connection = await (await DuckDBInstance.create(':memory:')).connect();
const ask = async (sql) => (await connection.runAndReadAll(sql)).getRowObjects();

const queries = 21;
const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
const bytes_read = () => Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))[1]);
const files_of = (directory) =>
  statSync(directory).isFile() ? [directory] : readdirSync(directory).filter((name) => name.endsWith('.parquet')).map((name) => `${directory}/${name}`);
const pattern_of = (directory) => (statSync(directory).isFile() ? directory : `${directory}/*.parquet`);

async function by_duckdb(directory, column, value) {
  const before = bytes_read();
  const rows = await ask(`select * from '${pattern_of(directory)}' where ${column} = '${value}'`);
  return { bytes: bytes_read() - before, rows: rows.length };
}

async function by_hyparquet(directory, column, value) {
  let bytes = 0;
  let rows = 0;
  for (const path of files_of(directory)) {
    const whole = await asyncBufferFromFile(path);
    const file = {
      byteLength: whole.byteLength,
      slice: (begin, end = whole.byteLength) => {
        bytes += end - begin;
        return whole.slice(begin, end);
      },
    };
    const metadata = await parquetMetadataAsync(file, { initialFetchSize: 64 << 10 });
    const found = await parquetReadObjects({
      file, metadata, compressors, filter: { [column]: { $eq: value } }, useBloomFilters: true, usePageIndex: true,
    });
    rows += found.length;
  }
  return { bytes, rows };
}

const samples = await ask(`select url, host, domain from '${pattern_of(directories[0])}' order by hash(url) limit ${queries}`);
console.log('| layout | MB | DuckDB: URL | host | domain | hyparquet: URL | host | domain |\n| --- | --- | --- | --- | --- | --- | --- | --- |');
for (const directory of directories) {
  const size = files_of(directory).reduce((sum, path) => sum + statSync(path).size, 0);
  const cells = [];
  for (const read of [by_duckdb, by_hyparquet]) {
    for (const column of ['url', 'host', 'domain']) {
      const all = [];
      for (const sample of samples) {
        const { bytes, rows } = await read(directory, column, sample[column]);
        if (rows === 0) throw new Error(`${directory}: no row has ${column} = ${sample[column]}`);
        all.push(bytes);
      }
      cells.push(`${(median(all) / 1e6).toFixed(2)}`);
    }
  }
  console.log(`| ${directory} | ${(size / 1e6).toFixed(1)} | ${cells.join(' | ')} |`);
}
