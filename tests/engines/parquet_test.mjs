// Compares NAME.parquet with NAME.tsv: by DuckDB whole, by hyparquet row for row. hyparquet also reads the page
// indexes, which must enclose the values of the rows.
import assert from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const from = createRequire(process.argv[2] + '/');
const { DuckDBInstance } = from('@duckdb/node-api');
const load = (name) => import(pathToFileURL(process.argv[2] + '/node_modules/' + name + '/src/' +
  (name === 'hyparquet' ? 'node' : 'index') + '.js'));
const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, readColumnIndex, readOffsetIndex } =
  await load('hyparquet');
const { compressors } = await load('hyparquet-compressors');
const connection = await (await DuckDBInstance.create(':memory:')).connect();
const ask = async (sql) => (await connection.runAndReadAll(sql)).getRowObjects();

const numbers = new Set(['shard', 'count', 'offset', 'new']);
const lists = new Set(['sources']);
const nullable = new Set(['where', 'delimited', 'rel', 'text', 'message-id', 'part', 'flags']);

// What a column of Parquet is as text of columns.
const as_text = (name) => lists.has(name)
  ? `array_to_string(list_transform("${name}", lambda s: replace(s, ' ', '%20')), ' ')`
  : nullable.has(name) ? `coalesce("${name}", '')` : `"${name}"::varchar`;
const told = (name, value) => lists.has(name) ? value.map((one) => one.replaceAll(' ', '%20')).join(' ') : `${value ?? ''}`;

const names = readdirSync('.').filter((name) => name.endsWith('.parquet')).map((name) => name.slice(0, -8));
let compared = 0;
let pages = 0;

const is_less = (left, right) => typeof left === 'bigint' ? left < right : Buffer.compare(Buffer.from(left), Buffer.from(right)) < 0;

// Compares the page indexes of a file with its rows.
async function check_indexes(file, rows) {
  const metadata = await parquetMetadataAsync(file);
  const slice = async (offset, size) => ({ view: new DataView(await file.slice(Number(offset), Number(offset) + Number(size))), offset: 0 });
  let begin = 0;
  for (const group of metadata.row_groups) {
    const end = begin + Number(group.num_rows);
    for (const chunk of group.columns) {
      const { path_in_schema, data_page_offset, dictionary_page_offset, total_compressed_size } = chunk.meta_data;
      const name = path_in_schema[0];
      const element = metadata.schema.find((one) => one.name === path_in_schema.at(-1));
      const bounds = readColumnIndex(await slice(chunk.column_index_offset, chunk.column_index_length), element);
      const { page_locations } = readOffsetIndex(await slice(chunk.offset_index_offset, chunk.offset_index_length));
      let at = data_page_offset;
      page_locations.forEach((page, i) => {
        assert.equal(page.offset, at);
        at += BigInt(page.compressed_page_size);
        const from = begin + Number(page.first_row_index);
        const to = i + 1 < page_locations.length ? begin + Number(page_locations[i + 1].first_row_index) : end;
        assert.ok(from < to);
        const values = rows.slice(from, to).map((row) => row[name]);
        const present = values.flat().filter((value) => value !== null && value !== undefined);
        const absent = lists.has(name) ? values.filter((list) => list.length === 0).length : values.length - present.length;
        assert.equal(Number(bounds.null_counts[i]), absent, name);
        assert.equal(bounds.null_pages[i], present.length === 0, name);
        for (const value of present) assert.ok(!is_less(value, bounds.min_values[i]) && !is_less(bounds.max_values[i], value), name);
        pages += 1;
      });
      assert.equal(at, (dictionary_page_offset ?? data_page_offset) + total_compressed_size);
    }
    begin = end;
  }
}
for (const name of names) {
  const manifest = JSON.parse(readFileSync(`${name}.parquet/manifest.json`, 'utf8'));
  assert.equal(manifest.rows, 'parquet');
  const columns = manifest.fields.flatMap((field) => field === 'url' && manifest.edges !== 'none' ? ['document', 'url'] : [field]);
  const parquet = `read_parquet('${name}.parquet/*.parquet')`;
  const types = await ask(`describe select * from ${parquet}`);
  assert.deepEqual(types.map((one) => one.column_name), columns);
  for (const one of types)
    assert.equal(one.column_type, one.column_name === 'raw' && name === 'latin' ? 'BLOB' : numbers.has(one.column_name) ? 'BIGINT' : lists.has(one.column_name) ? 'VARCHAR[]' : 'VARCHAR');
  for (const shard of manifest.shards) {
    const [facts] = await ask(`select decode(value) as value from parquet_kv_metadata('${name}.parquet/${shard.name}') where decode(key) = 'urlsieve'`);
    const { fields, order, partition, options } = JSON.parse(facts.value);
    assert.deepEqual({ fields, order, partition, options }, { fields: manifest.fields, order: manifest.order, partition: manifest.partition, options: manifest.options });
  }
  if (name === 'latin') {
    const [met] = await ask(`select list(hex(url::blob) || '09' || hex(raw) order by url) as rows from ${parquet}`);
    const text = readFileSync('latin.tsv/part-00000-of-00001.tsv');
    assert.equal(met.rows.items.join('0A') + '0A', text.toString('hex').toUpperCase());
    continue;
  }
  const suffix = manifest.fields.length === 1 && manifest.edges === 'none' ? 'txt' : 'tsv';
  await ask(`create table p as select ${columns.map((one) => `${as_text(one)} as "${one}"`)} from ${parquet}`);
  await ask(`create table t as select * from read_csv('${name}.tsv/part-*.${suffix}', delim='\\t', quote='', escape='', header=false,
    nullstr='\\x01', all_varchar=true, columns={${columns.map((one) => `'${one}': 'VARCHAR'`)}})`);
  const [sizes] = await ask('select (select count(*) from p) as p, (select count(*) from t) as t');
  assert.equal(Number(sizes.p), manifest.totals.lines);
  assert.equal(sizes.p, sizes.t);
  const [differ] = await ask(`select (select count(*) from (from p except all from t)) as more,
    (select count(*) from (from t except all from p)) as fewer`);
  assert.deepEqual([Number(differ.more), Number(differ.fewer)], [0, 0], name);
  await ask('drop table p; drop table t');
  compared += Number(sizes.p);

  for (const shard of manifest.shards) {
    if (shard.lines > 1e6) continue;
    const file = await asyncBufferFromFile(`${name}.parquet/${shard.name}`);
    const rows = await parquetReadObjects({ file, compressors });
    const text = readFileSync(`${name}.tsv/${shard.name.replace('parquet', suffix)}`, 'utf8');
    assert.equal(rows.map((row) => columns.map((one) => told(one, row[one])).join('\t') + '\n').join(''), text, shard.name);
    await check_indexes(file, rows);
  }
}

// A URL is in one row group, and their bounds say in which.
const groups = await ask(`select row_group_id as id, stats_min_value as least, stats_max_value as most, row_group_num_rows as lines
  from parquet_metadata('many.parquet/*.parquet') where path_in_schema = 'url' order by id`);
assert.ok(groups.length > 2, `${groups.length} row groups`);
for (let i = 1; i < groups.length; ++i) assert.ok(groups[i - 1].most < groups[i].least);
for (const { url } of await ask(`select url from 'many.parquet/*.parquet' using sample 100`))
  assert.equal(groups.filter((one) => one.least <= url && url <= one.most).length, 1);
// Bloom filters hold every value, and exclude nearly all values that a row group lacks.
let held = 0;
let excluded = 0;
for (const column of ['url', 'host', 'domain']) {
  const probe = async (value) => (await ask(`select bloom_filter_excludes as no
    from parquet_bloom_probe('many.parquet/*.parquet', '${column}', '${value}')`)).map((one) => one.no);
  for (const { value } of await ask(`select distinct ${column} as value from 'many.parquet/*.parquet' using sample 50`)) {
    assert.ok((await probe(value)).includes(false), value);
    held += 1;
    excluded += (await probe(value + 'x')).filter((no) => no).length;
  }
}
assert.ok(excluded > 0.9 * held * groups.length, `${excluded} of ${held * groups.length}`);
// A reader of the page indexes reads a few pages for a URL.
for (const { url } of await ask(`select url from 'many.parquet/*.parquet' using sample 20`)) {
  const whole = await asyncBufferFromFile('many.parquet/part-00000-of-00001.parquet');
  let bytes = 0;
  const slice = (begin, end) => {
    bytes += (end ?? whole.byteLength) - begin;
    return whole.slice(begin, end);
  };
  const file = { byteLength: whole.byteLength, slice };
  const metadata = await parquetMetadataAsync(whole);
  const found = await parquetReadObjects({ file, metadata, compressors, filter: { url: { $eq: url } }, usePageIndex: true });
  assert.deepEqual(found.map((row) => row.url), [url]);
  assert.ok(bytes < whole.byteLength / 30, `${bytes} of ${whole.byteLength}`);
}
assert.ok(pages > 100, `${pages} pages`);
console.log(`DuckDB and hyparquet read the same ${compared} rows of ${names.length} outputs; ${pages} pages have bounds; a URL is in one of ${groups.length} row groups`);
