// The URLs of a page that a browser would request or navigate to, read from the tree after the load event.
//
// The value is a list of {where, url, raw, rel, inert}. `where` names the element and the attribute as urlsieve does; a URL
// of a style has "css" or "ELEMENT@style". The browser resolves each URL; a value that the browser cannot parse is omitted.
// The list of attributes is from the HTML and SVG standards, not from urlsieve. `inert` says why the browser ignores the URL:
// - "template": inside <template>
// - "comment": in a conditional comment (`<!--[if IE]>`)
// - "parent": of a <source> that is neither in media nor in a picture
// - "input": of an <input> that is no picture
// - "declaration": in the text of a style; CSS drops the declaration or a later one replaces it
(() => {
  const found = [];
  const namespaces = { 'http://www.w3.org/2000/svg': 'svg:', 'http://www.w3.org/1998/Math/MathML': 'math:' };
  const attributes = {
    a: ['href', 'ping'], area: ['href', 'ping'], link: ['href'], img: ['src'], script: ['src'], iframe: ['src'], frame: ['src'],
    embed: ['src'], object: ['data'], video: ['src', 'poster'], audio: ['src'], source: ['src'], track: ['src'],
    form: ['action'], button: ['formaction'], input: ['formaction'], body: ['background'], table: ['background'],
    thead: ['background'], tbody: ['background'], tfoot: ['background'], tr: ['background'], td: ['background'], th: ['background'],
    'svg:a': ['href', 'xlink:href'], 'svg:image': ['href', 'xlink:href'], 'svg:use': ['href', 'xlink:href'],
    'svg:feimage': ['href', 'xlink:href'], 'svg:script': ['href', 'xlink:href'],
  };
  const sets = { img: ['srcset'], source: ['srcset'], link: ['imagesrcset'] };
  // The src of a source counts inside video and audio, the srcset inside picture.
  const parents = { 'source@src': /^(video|audio)$/, 'source@srcset': /^picture$/, 'track@src': /^(video|audio)$/ };

  // The parser of srcset (HTML standard, section 4.8.4.2.2), without the descriptors' values.
  const candidates = (text) => {
    const urls = [];
    let at = 0;
    for (;;) {
      while (at < text.length && /[\t\n\f\r ,]/.test(text[at])) at++;
      if (at >= text.length) return urls;
      const begin = at;
      while (at < text.length && !/[\t\n\f\r ]/.test(text[at])) at++;
      let url = text.slice(begin, at);
      if (url.endsWith(',')) {
        url = url.replace(/,+$/, '');
      } else {
        let depth = 0;
        for (; at < text.length && (depth > 0 || text[at] !== ','); at++) {
          if (text[at] === '(') depth++;
          else if (text[at] === ')' && depth > 0) depth--;
        }
      }
      if (url) urls.push(url);
    }
  };

  const read = (root, page, inert) => {
    // An anchor of the document resolves as the document does: its base, and its charset for queries.
    const anchor = page.createElementNS('http://www.w3.org/1999/xhtml', 'a');
    const add = (where, raw, rel, why = inert) => {
      anchor.setAttribute('href', raw);
      const url = anchor.href;
      if (URL.canParse(url)) found.push({ where, url, raw, rel: rel || '', inert: why });
    };
    const reason = (where, element) =>
      parents[where] && !parents[where].test(element.parentNode.localName || '') ? inert || 'parent' : inert;
    const addStyle = (where, text, why = inert) => {
      for (const [, quoted, single, bare] of text.matchAll(/url\(\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^)"']*))\s*\)/gi)) {
        const raw = (quoted === undefined ? single ?? bare : quoted.replace(/\\(.)/g, '$1')).trim();
        if (raw) add(where, raw, '', why);
      }
    };
    const addRules = (rules) => {
      for (const rule of rules) {
        if (rule instanceof CSSImportRule) add('css', rule.href);
        if (rule.style) addStyle('css', rule.style.cssText);
        else if (!rule.cssRules && ![CSSImportRule, CSSNamespaceRule].some((type) => rule instanceof type)) addStyle('css', rule.cssText);
        if (rule.cssRules) addRules(rule.cssRules);
      }
    };
    for (const element of root.querySelectorAll('*')) {
      const name = (namespaces[element.namespaceURI] || '') + element.localName.toLowerCase();
      const isStyle = name === 'style' || name === 'svg:style';
      for (const attribute of attributes[name] || []) {
        const raw = element.getAttribute(attribute);
        const where = `${name}@${attribute}`;
        if (raw === null) continue;
        if (attribute === 'ping') raw.split(/[\t\n\f\r ]+/).filter(Boolean).forEach((one) => add(where, one));
        // An empty value of these means no request.
        else if (raw.trim() || /^(a|area|form|svg:a)@(href|xlink:href|action)$/.test(where))
          add(where, raw, element.getAttribute('rel'), reason(where, element));
      }
      if (name === 'input' && element.getAttribute('src'))
        add('input@src', element.getAttribute('src'), '', element.type === 'image' ? inert : inert || 'input');
      for (const attribute of sets[name] || []) {
        const where = `${name}@${attribute}`;
        const raw = element.getAttribute(attribute);
        if (raw !== null) candidates(raw).forEach((one) => add(where, one, element.getAttribute('rel'), reason(where, element)));
      }
      if (element.style && element.hasAttribute('style')) {
        addStyle(`${name}@style`, element.style.cssText);
        addStyle(`${name}@style`, element.getAttribute('style'), 'declaration');
      }
      if (isStyle) addStyle('css', element.textContent.replace(/\/\*.*?\*\//gs, ''), 'declaration');
      if (isStyle && element.sheet) {
        addRules(element.sheet.cssRules);
      } else if (isStyle && inert) {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(element.textContent);
        addRules(sheet.cssRules);
      }
      if (name === 'meta' && element.httpEquiv.toLowerCase() === 'refresh') {
        const [, target] = /^\s*[\d.]+[\d.\s]*[;,\s]\s*(?:url\s*=\s*)?(.*)$/is.exec(element.content) || [];
        const unquoted = target && target.replace(/^(["'])(.*?)(?:\1.*)?$/s, '$2').trim();
        if (unquoted) add('meta@refresh', unquoted);
      }
      if (name === 'script' && element.type === 'importmap') {
        try {
          const { imports = {}, scopes = {} } = JSON.parse(element.textContent);
          for (const names of [imports, ...Object.values(scopes)]) Object.values(names).forEach((one) => add('script#importmap', one));
        } catch { /* The browser ignores a map that is not JSON. */ }
      }
      if (name === 'template') read(element.content, page, 'template');
      if (name === 'iframe' && element.hasAttribute('srcdoc') && element.contentDocument)
        read(element.contentDocument, element.contentDocument, inert);
    }
    const comments = document.createNodeIterator(root, NodeFilter.SHOW_COMMENT);
    for (let comment = comments.nextNode(); comment; comment = comments.nextNode()) {
      const [, inside] = /^\s*\[if [^\]]*\]>(.*)$/s.exec(comment.data) || [];
      if (inside) read(new DOMParser().parseFromString(inside, 'text/html'), page, 'comment');
    }
  };
  read(document, document, '');
  return found;
})()
