// Opens pages in a browser over its debugging protocol and checks: empty console, no requests, the numbers of
// `stats --json`, nothing wider than the window. browser_test.sh makes the pages.
import assert from 'node:assert';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [program, pictures] = process.argv.slice(2);
const browser = spawn(program, ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars',
  '--no-first-run', '--disable-background-networking', '--disable-component-update', '--remote-debugging-pipe',
  `--user-data-dir=${mkdtempSync(join(tmpdir(), 'urlsieve-browser-'))}`, 'about:blank'],
{ stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });

let next = 0;
let pending = '';
const waiting = new Map();
const listeners = new Set();
browser.stdio[4].setEncoding('utf8');
browser.stdio[4].on('data', (text) => {
  const messages = (pending + text).split('\0');
  pending = messages.pop();
  for (const message of messages.map((one) => JSON.parse(one))) {
    if (message.id) {
      const { resolve: give, reject } = waiting.get(message.id);
      waiting.delete(message.id);
      message.error ? reject(new Error(message.error.message)) : give(message.result);
    } else {
      for (const listen of listeners) listen(message);
    }
  }
});
const send = (method, params = {}, sessionId = undefined) => new Promise((give, reject) => {
  waiting.set(++next, { resolve: give, reject });
  browser.stdio[3].write(JSON.stringify({ id: next, method, params, sessionId }) + '\0');
});

const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
const ask = (method, params) => send(method, params, sessionId);
const evaluate = async (expression) => {
  const { result, exceptionDetails } = await ask('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
  assert.equal(exceptionDetails, undefined, JSON.stringify(exceptionDetails));
  return result.value;
};
for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await ask(`${domain}.enable`);

// Opens a page and returns its errors.
const open = async (file, { width, dark = false, scripts = true }) => {
  const said = [];
  const url = pathToFileURL(resolve(file)).href;
  await ask('Emulation.setDeviceMetricsOverride', { width, height: 900, deviceScaleFactor: 1, mobile: width < 600 });
  await ask('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }] });
  await ask('Emulation.setScriptExecutionDisabled', { value: !scripts });
  const loaded = new Promise((give) => {
    const listen = ({ method, params }) => {
      if (method === 'Runtime.consoleAPICalled' || method === 'Runtime.exceptionThrown') said.push(JSON.stringify(params));
      if (method === 'Log.entryAdded') said.push(params.entry.text);
      if (method === 'Network.requestWillBeSent' && params.request.url !== url && !params.request.url.startsWith('data:'))
        said.push('asked for ' + params.request.url);
      if (method === 'Page.loadEventFired') setTimeout(() => { listeners.delete(listen); give(); }, 50);
    };
    listeners.add(listen);
  });
  await ask('Page.navigate', { url });
  await loaded;
  return said;
};

const picture = async (name) => {
  if (!pictures) return;
  const { cssContentSize } = await ask('Page.getLayoutMetrics');
  const clip = { x: 0, y: 0, width: cssContentSize.width, height: cssContentSize.height, scale: 1 };
  const { data } = await ask('Page.captureScreenshot', { clip, captureBeyondViewport: true });
  writeFileSync(join(pictures, name + '.png'), Buffer.from(data, 'base64'));
};

// { heading: { key: [numbers of a column each] } }, and the figures of the cards.
const numbers = () => evaluate(`(() => {
  const all = { cards: {} };
  for (const card of document.querySelectorAll('[data-figure]')) all.cards[card.dataset.figure] = Number(card.dataset.value);
  for (const table of document.querySelectorAll('table[data-heading]'))
    all[table.dataset.heading] = Object.fromEntries([...table.tBodies[0].rows].map((row) => [row.cells[0].dataset.key,
      [...row.querySelectorAll('[data-value]')].map((cell) => {
        if (cell.textContent.replace(/,/g, '') !== cell.dataset.value) throw new Error(cell.outerHTML);
        return Number(cell.dataset.value);
      })]));
  return all;
})()`);

const headings = ['rejected', 'repaired', 'damaged', 'flagged', 'documents_by_type', 'document_references', 'where', 'url_lengths',
  'formats'];
const without_zeros = (object) => Object.fromEntries(Object.entries(object).filter(([, number]) => number !== 0));
const column = (table, at) => without_zeros(Object.fromEntries(Object.entries(table ?? {}).map(([key, row]) => [key, row[at]])));

// Checks that a column of the page equals `stats --json` of the run.
const check = (page, counts, at) => {
  for (const heading of headings) assert.deepEqual(column(page[heading], at), counts[heading] ?? {}, heading);
  assert.deepEqual(column(page.host_urls, at), counts.host_urls, 'host_urls');
  for (const kind of ['schemes', 'hosts', 'domains', 'suffixes'])
    for (const { name, urls } of counts[kind].top) assert.equal(page[kind][name][at], urls, `${kind} ${name}`);
};

const json = (name) => JSON.parse(readFileSync(name, 'utf8'));
const [one, two] = [json('one.counts'), json('two.counts')];
const widths = { phone: 390, tablet: 820, desktop: 1280 };
try {
  let charts = 0;
  for (const file of ['run', 'both', 'stream']) {
    for (const [device, width] of Object.entries(widths)) {
      for (const dark of [false, true]) {
        if (!pictures && dark !== (device === 'tablet')) continue;
        assert.deepEqual(await open(file + '.html', { width, dark }), [], file);
        assert.ok(await evaluate('document.documentElement.scrollWidth') <= width, `${file} is wider than a ${device}`);
        assert.equal(await evaluate("typeof fired + document.querySelectorAll('img').length"), 'undefined0');
        charts = Number(await evaluate("document.documentElement.dataset.charts ?? '0'"));
        assert.equal(charts, await evaluate("document.querySelectorAll('canvas').length"));
        assert.equal(charts, await evaluate("typeof Chart === 'undefined' ? 0 : document.querySelectorAll('figure[data-chart]').length"));
        assert.ok(await evaluate("document.querySelectorAll('.bars i').length") > 20, `${file} has bars`);
        assert.deepEqual(await evaluate(`[...document.querySelectorAll('nav a')].map((link) => link.hash)
          .filter((hash) => !document.querySelector(hash)?.matches('section'))`), [], `${file}: contents`);
        await picture(`${file}-${device}-${dark ? 'dark' : 'light'}`);
      }
    }
    if (pictures) {
      const { data } = await ask('Page.printToPDF', { printBackground: true });
      writeFileSync(join(pictures, file + '.pdf'), Buffer.from(data, 'base64'));
    }
  }

  await open('run.html', { width: widths.desktop });
  const page = await numbers();
  check(page, one, 0);
  const { cards } = page;
  const told = json('one.json');
  for (const figure of ['references', 'kept', 'documents']) assert.equal(cards[figure], told[figure], figure);
  assert.equal(cards.urls, one.urls);
  assert.equal(cards.shards, one.shards);
  assert.equal(cards.bytes, one.bytes);
  assert.equal(cards.bytes_decoded, told.bytes);
  assert.deepEqual(column(page.milliseconds, 0), without_zeros(told.milliseconds));
  assert.deepEqual(column(page.funnel, 0), { references: one.references, kept: one.kept, urls: one.urls });
  const text = await evaluate('document.body.innerText');
  for (const name of [...told.damaged_inputs, ...told.not_read]) assert.ok(text.includes(name.name), name.name);

  // A click on a header sorts: numbers descending, then ascending; texts ascending. A filter hides rows.
  const rows = async () => JSON.parse(await evaluate(`JSON.stringify([...document.querySelector('#hosts tbody').rows]
    .filter((row) => row.getClientRects().length).map((row) => [row.cells[0].textContent, Number(row.cells[1].dataset.value)]))`));
  const click = (at) => evaluate(`document.querySelector('#hosts thead').rows[0].cells[${at}].querySelector('button').click()`);
  const hosts = await rows();
  const by_number = (a, b) => a[1] - b[1];
  await click(1);
  assert.deepEqual(await rows(), [...hosts].sort((a, b) => by_number(b, a)));
  await click(1);
  assert.deepEqual(await rows(), [...hosts].sort(by_number));
  await click(0);
  assert.deepEqual(await rows(), [...hosts].sort((a, b) => a[0].localeCompare(b[0], 'en')));
  assert.equal(await evaluate("document.querySelector('#hosts [aria-sort]').ariaSort"), 'ascending');
  await evaluate(`(() => { const filter = document.querySelector('#hosts .filter input');
    filter.value = 'EXAMPLE.ORG'; filter.dispatchEvent(new Event('input')); })()`);
  const filtered = await rows();
  assert.ok(filtered.length !== 0 && filtered.length < hosts.length);
  assert.deepEqual(filtered.map(([name]) => name), hosts.map(([name]) => name).filter((name) => name.includes('example.org')).sort());

  await open('both.html', { width: widths.desktop });
  assert.ok((await evaluate("document.querySelector('#differences').innerText")).includes('points'));
  assert.equal(await evaluate("document.querySelector('#settings .differs code').textContent"), json('one.json').command);
  const both = await numbers();
  check(both, one, 0);
  check(both, two, 1);

  await open('stream.html', { width: widths.desktop });
  const stream = json('stream.json');
  const streamed = await numbers();
  for (const heading of headings.slice(0, -1)) assert.deepEqual(column(streamed[heading], 0), stream[heading], heading);

  // Without scripts the tables are all open.
  assert.deepEqual(await open('run.html', { width: widths.phone, scripts: false }), []);
  await ask('Emulation.setScriptExecutionDisabled', { value: false });
  assert.equal(await evaluate("document.querySelectorAll('canvas').length"), 0);
  assert.ok((await evaluate('document.body.innerText')).includes('16 to 23'));
  console.log(`three pages, ${charts} charts in the last, ${Object.keys(page).length} tables`);
} finally {
  browser.kill();
}
process.exit(0);
