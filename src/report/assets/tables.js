// Sorts the tables of a page by a click on a header, and filters long tables. Without the script, the tables have
// the same rows.
'use strict';
(() => {
  const least = 15;  // rows of a table with a filter

  // The number of a cell, or its text; null for an unknown number.
  const value = (cell) => {
    const number = cell.dataset.value ?? cell.dataset.order;
    if (number !== undefined) return Number(number);
    return cell.textContent === '' || cell.textContent === '?' ? null : cell.textContent;
  };
  const compare = (a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en'));

  // Sorts by a column: descending for numbers at first, ascending for texts, the other way at the next click. Unknown
  // numbers are last. Rows with equal values keep the order of the page.
  const sort = (table, rows, heads, at) => {
    const is_number = rows.some((row) => typeof value(row.cells[at]) === 'number');
    const before = heads[at].getAttribute('aria-sort');
    const falls = before ? before === 'ascending' : is_number;
    for (const head of heads) head.removeAttribute('aria-sort');
    heads[at].setAttribute('aria-sort', falls ? 'descending' : 'ascending');
    const sorted = [...rows].sort((row, other) => {
      const [a, b] = [value(row.cells[at]), value(other.cells[at])];
      if (a === null || b === null) return (a === null) - (b === null);
      return falls ? compare(b, a) : compare(a, b);
    });
    table.tBodies[0].append(...sorted);
  };

  const add_filter = (table, rows) => {
    const label = document.createElement('label');
    const input = document.createElement('input');
    label.className = 'filter';
    input.type = 'search';
    label.append('Filter ', input);
    table.parentElement.before(label);
    input.addEventListener('input', () => {
      const wanted = input.value.trim().toLowerCase();
      for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    });
  };

  for (const table of document.querySelectorAll('table:not(.texts)')) {
    const rows = [...table.tBodies[0].rows];
    if (rows.length < 2) continue;
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, at) => {
      if (head.textContent === '' || head.classList.contains('examples')) return;
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener('click', () => sort(table, rows, heads, at));
    });
    if (rows.length >= least) add_filter(table, rows);
  }
})();
