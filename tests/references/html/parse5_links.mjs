// Prints the attributes of the start tags that parse5 reads in each of the pages whose paths come on standard
// input, or of the documents in the file of the second argument, which U+001E ends: "# path or number", then lines of name space, element, attribute and value, with tabs between. The first
// argument is the folder of parse5. Start tags are those of the tokenizer as the tree builder drives it: a tree
// repeats elements that the page has once.
import { createInterface } from 'node:readline';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

const { Parser } = await import(pathToFileURL(resolve(process.argv[2], 'dist/parser/index.js')).href);
const spaces = { 'http://www.w3.org/2000/svg': 'svg', 'http://www.w3.org/1998/Math/MathML': 'math' };
const escapes = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

let lines = [];

class Recorder extends Parser {
  onStartTag(token) {
    // The tree builder may rename and rewrite both.
    const attributes = token.attrs.map(({ name, value }) => [name, value]);
    this.seen = token;
    this.space = 'html';
    super.onStartTag(token);
    for (const [name, value] of attributes) {
      lines.push(`${this.space}\t${token.tagName.toLowerCase()}\t${name}\t${value.replace(/[\\\n\r\t]/g, (c) => escapes[c])}`);
    }
  }
  _insertElement(token, space) {
    if (token === this.seen) this.space = spaces[space] ?? 'html';
    super._insertElement(token, space);
  }
  _appendElement(token, space) {
    if (token === this.seen) this.space = spaces[space] ?? 'html';
    super._appendElement(token, space);
  }
}

// Decodes by the HTML standard for a page without external encoding information; UTF-8 without a declaration.
function decoded(bytes) {
  const declared = /<meta[^>]*charset\s*=\s*["']?\s*([\w-]+)/i.exec(bytes.subarray(0, 1024).toString('latin1'));
  if (declared !== null) return new TextDecoder(declared[1]).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

async function print(name, page) {
  lines = [`# ${name}`];
  const parser = new Recorder({ scriptingEnabled: false });
  parser.tokenizer.write(page, true);
  const text = lines.join('\n') + '\n';
  if (!process.stdout.write(text)) await new Promise((go) => process.stdout.once('drain', go));
}

if (process.argv.length > 3) {
  const documents = readFileSync(process.argv[3], 'utf8').split('\u001e').slice(0, -1);
  for (const [number, page] of documents.entries()) await print(number, page);
} else {
  for await (const path of createInterface({ input: process.stdin })) await print(path, decoded(readFileSync(path)));
}
