// Reads three output directories with DuckDB and compares them with each other and with their manifests.
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { DuckDBInstance } = createRequire(process.argv[2] + '/')('@duckdb/node-api');
const connection = await (await DuckDBInstance.create(':memory:')).connect();
const ask = async (sql) => (await connection.runAndReadAll(sql)).getRowObjects();

const tsv = `read_csv('rows/part-*.tsv.zst', delim='\\t', quote='', escape='', header=false,
  columns={'url': 'VARCHAR', 'count': 'UBIGINT'})`;
const json = `read_json('objects/part-*.jsonl.gz', format='newline_delimited',
  columns={'url': 'VARCHAR', 'count': 'UBIGINT', 'sources': 'VARCHAR[]'})`;
const bare = `read_csv('bare/part-*.txt.zst', delim='\\0', quote='', escape='', header=false,
  columns={'url': 'VARCHAR'})`;

const manifest = JSON.parse(readFileSync('rows/manifest.json', 'utf8'));
const [totals] = await ask(`select count(*) as lines, count(distinct url) as urls, sum("count") as kept from ${tsv}`);
assert.equal(Number(totals.lines), manifest.totals.lines);
assert.equal(Number(totals.urls), manifest.totals.unique);
assert.equal(Number(totals.kept), manifest.totals.kept);

const expected = readFileSync('rows.tsv', 'utf8').trimEnd().split('\n').sort();
const rows = (await ask(`select url, "count" from ${tsv}`)).map((row) => `${row.url}\t${row.count}`).sort();
assert.deepEqual(rows, expected);

const [joined] = await ask(`select count(*) as same, count(*) filter (len(o.sources) between 1 and 8) as named
  from ${tsv} r join ${json} o using (url) join ${bare} b using (url) where r."count" = o."count"`);
assert.equal(Number(joined.same), manifest.totals.lines);
assert.equal(Number(joined.named), manifest.totals.lines);

for (const shard of manifest.shards) {
  const [ends] = await ask(`select min(url) as first, max(url) as last, count(*) as lines from
    read_csv('rows/${shard.name}', delim='\\t', quote='', escape='', header=false, columns={'url': 'VARCHAR', 'count': 'UBIGINT'})`);
  const masked = (url) => (url ?? '').replace(/(:\/\/[^/?#@:]*:)[^/?#]*@/, '$1***@');
  assert.deepEqual([masked(ends.first), masked(ends.last), Number(ends.lines)], [shard.first, shard.last, shard.lines]);
}
console.log(`DuckDB reads the same ${manifest.totals.lines} URLs`);
