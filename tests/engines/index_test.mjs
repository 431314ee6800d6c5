// wabac.js loads an index from a server, and replays the pages by requests for the ranges that the index names.
// index_test.mjs FOLDER WORK: FOLDER holds node_modules; WORK has archive/index.cdxj, archive/* and bodies.json.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import assert from "node:assert";

const [folder, work] = process.argv.slice(2);
const require = createRequire(`${folder}/package.json`);
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
await load("fake-indexeddb/auto");
globalThis.self = globalThis;
self.addEventListener = () => {};
self.location = new URL("http://replay.example/");
const { WorkerLoader, ArchiveRequest } = await import(
  pathToFileURL(`${folder}/node_modules/@webrecorder/wabac/dist/swlib.js`).href
);

let ranges = 0;
const server = createServer((request, answer) => {
  const bytes = readFileSync(`${work}/archive/${request.url.slice(1)}`);
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
  const from = range ? Number(range[1]) : 0;
  const to = range && range[2] !== "" ? Math.min(Number(range[2]) + 1, bytes.length) : bytes.length;
  if (range) ++ranges;
  const headers = { "Content-Length": to - from, "Accept-Ranges": "bytes" };
  if (range) headers["Content-Range"] = `bytes ${from}-${to - 1}/${bytes.length}`;
  answer.writeHead(range ? 206 : 200, headers);
  answer.end(request.method === "HEAD" ? undefined : bytes.subarray(from, to));
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const base = `http://127.0.0.1:${server.address().port}`;

console.log = () => {};  // wabac.js logs each digest that it cannot compare
const loader = new WorkerLoader(self);
await loader._init_db;
const collection = await loader.addCollection(
  { name: "index", file: { sourceUrl: `${base}/index.cdxj` } },
  (percent, message) => assert(!message, message),
);
assert(collection, "wabac.js does not load the index");

const bodies = JSON.parse(readFileSync(`${work}/bodies.json`, "utf8"));
let replayed = 0;
for (const line of readFileSync(`${work}/archive/index.cdxj`, "utf8").trimEnd().split("\n")) {
  const [, timestamp] = line.split(" ", 2);
  const capture = JSON.parse(line.slice(line.indexOf("{")));
  const body = bodies[`${capture.filename} ${capture.offset}`];
  if (body === undefined || capture.filename.includes(".arc")) continue; // wabac.js reads no ARC
  const answer = await collection.store.getResource(
    { url: capture.url, timestamp, request: { method: "GET", referrer: "" }, method: "GET" }, "", {}, {});
  assert(answer, `${capture.url} is not replayed`);
  assert.equal(answer.status, Number(capture.status));
  assert.equal((await answer.getText()).text, body, capture.url);
  ++replayed;
}
assert(replayed > 100 && ranges >= replayed);
process.stdout.write(`wabac.js replays ${replayed} pages by ${ranges} ranges\n`);
process.exit(0);
