// Reads the tables of hive_test.sh with DuckDB: all rows, the types of the columns, and the files that a query reads.
import assert from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { DuckDBInstance } = createRequire(process.argv[2] + '/')('@duckdb/node-api');
const connection = await (await DuckDBInstance.create(':memory:')).connect();
const ask = async (sql) => (await connection.runAndReadAll(sql)).getRowObjects();
const manifest = JSON.parse(readFileSync('table/manifest.json', 'utf8'));

const expected = readFileSync('rows.tsv', 'utf8').trimEnd().split('\n').map((row) => row.split('\t').slice(1, 3).join('\t')).sort();
const tables = {
  table: `'table/*/*.parquet'`,  // the file has a column `shard`, too
  narrow: `'narrow/**/*.parquet'`,
  text: `read_csv('text/*/*.tsv.zst', delim='\\t', quote='', escape='', header=false, auto_detect=false, hive_partitioning=true,
    columns={'url': 'VARCHAR', 'count': 'UBIGINT'})`,
};
for (const [name, table] of Object.entries(tables)) {
  const rows = (await ask(`select url, "count" from ${table}`)).map((row) => `${row.url}\t${row.count}`).sort();
  assert.deepEqual(rows, expected, name);
  const counts = await ask(`select shard::BIGINT as shard, count(*) as lines from ${table} group by all order by shard`);
  const lines = manifest.shards.map((shard) => shard.lines);
  assert.deepEqual(counts.map((row) => [Number(row.shard), Number(row.lines)]),
    [...lines.entries()].filter(([, some]) => some !== 0), name);
}

// The footer of each file has the schema; the name adds the partition.
const schema = async (table) => Object.fromEntries((await ask(`describe select * from ${table}`)).map((row) => [row.column_name, row.column_type]));
assert.deepEqual(await schema(tables.narrow), { url: 'VARCHAR', count: 'BIGINT', shard: 'BIGINT' });
for (const { name } of manifest.shards) {
  const columns = (await ask(`select name from parquet_schema('table/${name}') where type is not null`)).map((row) => row.name);
  assert.deepEqual(columns, ['shard', 'url', 'count', 'element'], name);
}

// The plan counts the files that the scan opened.
for (const [name, table] of Object.entries(tables)) {
  const plan = (await connection.runAndReadAll(`explain analyze select count(*) from ${table} where shard in (7, 11)`)).getRows().flat().join('\n');
  assert.match(plan, /Scanning Files: 2\/12/, `${name}: ${plan}`);
}

// A query of one partition reads no other: all others are replaced by bytes that are no Parquet.
const [{ sum }] = await ask(`select sum("count") as sum from ${tables.narrow} where shard = 7`);
const narrow = JSON.parse(readFileSync('narrow/manifest.json', 'utf8'));
for (const shard of narrow.shards) if (shard.name !== 'shard=7/part.parquet') writeFileSync(`narrow/${shard.name}`, 'no Parquet');
const files = `['narrow/shard=7/part.parquet', 'narrow/shard=3/part.parquet']`;
const [alone] = await ask(`select sum("count") as sum from read_parquet(${files}, hive_partitioning=true) where shard = 7`);
assert.equal(alone.sum, sum);
await assert.rejects(ask(`select sum("count") from read_parquet(${files}, hive_partitioning=true)`));
console.log(`DuckDB reads ${expected.length} rows, and 2 of 12 partitions for a query of 2`);
