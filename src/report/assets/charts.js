// Draws the charts of a page from its tables. Without the script, the tables have the same numbers.
'use strict';
(() => {
  if (typeof Chart === 'undefined') return;
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const hues = ['--first', '--second', '--third', '--fourth'];
  const hue = (at) => colour(hues[at % hues.length]);
  const charts = [];

  const brief = (number) => {
    if (number !== 0 && number < 1) return '';
    const units = ['', 'k', 'M', 'G', 'T', 'P'];
    let unit = 0;
    while (number >= 1000 && unit + 1 < units.length) {
      number /= 1000;
      ++unit;
    }
    return Number(number.toPrecision(3)) + units[unit];
  };

  // A column of numbers, and the labels of the rows.
  const read = (table) => {
    const rows = [...table.tBodies[0].rows];
    const names = [...table.tHead.rows[0].cells].map((cell) => cell.textContent);
    const columns = [];
    [...table.tHead.rows[0].cells].forEach((cell, at) => {
      if (!rows.some((row) => row.cells[at] && 'value' in row.cells[at].dataset)) return;
      const values = rows.map((row) => ('value' in row.cells[at].dataset ? Number(row.cells[at].dataset.value) : null));
      columns.push({ name: cell.textContent, values });
    });
    return { names: names[0], labels: rows.map((row) => row.cells[0].textContent), columns };
  };

  const paint = (chart) => {
    for (const scale of Object.values(chart.options.scales)) {
      scale.ticks.color = scale.title.color = colour('--quiet');
      scale.grid.color = colour('--line');
      scale.grid.borderColor = colour('--line');
    }
    chart.options.plugins.legend.labels.color = colour('--ink');
    chart.update('none');
  };

  const scale = (title, more) => ({
    title: { display: title !== '', text: title }, grid: {}, ticks: { callback: undefined }, ...more,
  });
  const numbers = (title, more) => scale(title, { beginAtZero: true, ...more, ticks: { callback: brief, maxTicksLimit: 6, precision: 0 } });

  const scales = {
    histogram: ({ names, columns }) => ({
      x: scale(names, { grid: { display: false }, ticks: { maxRotation: 60, callback(at) { return this.getLabelForValue(at).replace(/ to .*/, ''); } } }),
      y: numbers(columns.length === 1 ? columns[0].name : '', { type: 'logarithmic', min: 0.5, beginAtZero: false }),
    }),
    lines: ({ names, columns }) => ({
      x: scale(names, { grid: { display: false }, ticks: { maxTicksLimit: 10, maxRotation: 0 } }),
      y: numbers(columns[0].name, {}),
      y1: numbers(columns[1].name, { position: 'right', grid: { drawOnChartArea: false } }),
    }),
  };

  const draw = (figure) => {
    const kind = figure.dataset.chart;
    const read_from = read(figure.querySelector('table'));
    const { labels } = read_from;
    const place = document.createElement('div');
    const canvas = document.createElement('canvas');
    place.className = 'chart';
    place.style.height = '280px';
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', 'A chart of the table below');
    place.append(canvas);
    figure.prepend(place);
    figure.classList.add('drawn');
    const chart = new Chart(canvas, {
      type: kind === 'lines' ? 'line' : 'bar',
      data: {
        labels,
        datasets: read_from.columns.map(({ name, values }, at) => ({
          label: name, data: values, backgroundColor: () => hue(at), borderColor: () => hue(at), borderWidth: kind === 'lines' ? 2 : 0,
          pointRadius: labels.length < 3 ? 3 : 0, yAxisID: kind === 'lines' && at === 1 ? 'y1' : 'y', categoryPercentage: 1, barPercentage: 0.94,
        })),
      },
      options: {
        animation: false, maintainAspectRatio: false, locale: 'en', scales: scales[kind](read_from),
        plugins: { legend: { display: read_from.columns.length > 1, labels: {} }, tooltip: { mode: 'index', intersect: false } },
      },
    });
    charts.push(chart);
    paint(chart);
    for (const folded of figure.querySelectorAll('details')) folded.open = false;
  };

  document.querySelectorAll('figure[data-chart]').forEach(draw);
  const repaint = () => charts.forEach(paint);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint);
  // Paper has other colours and another width.
  matchMedia('print').addEventListener('change', () => charts.forEach((chart) => { chart.resize(); paint(chart); }));
  document.documentElement.dataset.charts = String(charts.length);
})();
