'use strict';
// The page of a report. The data is what Report::json() writes: times in ns, sizes in bytes.
(() => {
const D = JSON.parse(document.getElementById('data').textContent);
const $ = id => document.getElementById(id);
const element = (tag, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.filter(child => child !== null && child !== undefined));
  return made;
};
const digits = value => value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
const scaled = (value, units, step) => {
  let i = 0;
  while (value >= step && i + 1 < units.length) { value /= step; ++i; }
  return `${i === 0 && Number.isInteger(value) ? value : digits(value)} ${units[i]}`;
};
const time = ns => ns === undefined ? '' : scaled(ns, ['ns', 'µs', 'ms', 's'], 1000);
const bytes = count => count === undefined ? '' : scaled(count, ['B', 'KiB', 'MiB', 'GiB'], 1024);
const count = value => value === undefined ? '' : scaled(value, ['', 'k', 'M', 'G', 'T'], 1000);
const percent = share => share === undefined || !isFinite(share) ? '' : `${digits(100 * share)} %`;
const measured = D.run_ns !== undefined;

// ---- what belongs together

const shortName = location => (/^node '(.*)'$/.exec(location || '') || [, location || ''])[1];
const nodes = D.nodes.map((node, id) => ({...node, id, users: [], kernels: [],
  title: node.name || shortName(node.location) || node.op}));
nodes.forEach(node => node.inputs.forEach(input => nodes[input].users.push(node.id)));
const atLocation = new Map();
nodes.forEach(node => {
  if (!node.location) return;
  if (!atLocation.has(node.location)) atLocation.set(node.location, []);
  atLocation.get(node.location).push(node);
});
const isWork = command => command.kind === 'dispatch' || command.kind === 'copy';
const commands = (list, part) => list.map((command, index) => ({...command, index, part, nodes: [], flops: 0}));
const run = commands(D.run, 'run'), prepare = commands(D.prepare, 'prepare');
const kernels = [...run, ...prepare].filter(isWork);
kernels.forEach((kernel, id) => {
  kernel.id = id;
  kernel.title = kernel.label || kernel.kind;
  for (const source of new Set(kernel.sources || []))
    for (const node of atLocation.get(source) || []) {
      kernel.nodes.push(node);
      node.kernels.push(kernel);
    }
});
// A node that was fused has no kernel of its own: the kernels of its users compute it. Users follow in the list.
for (const node of [...nodes].reverse()) {
  if (node.kernels.some(kernel => kernel.part === 'run')) continue;
  for (const kernel of new Set(node.users.flatMap(user => nodes[user].kernels)))
    if (kernel.part === 'run') {
      node.kernels.unshift(kernel);
      if (node.location) kernel.nodes.push(node);
    }
}
// The work of a node counts for the longest of its kernels in the run.
const weight = kernel => kernel.ns ?? kernel.estimate_ns ?? 0;
nodes.forEach(node => {
  const own = node.kernels.filter(kernel => kernel.part === 'run');
  if (node.flops && own.length)
    own.reduce((a, b) => weight(a) >= weight(b) ? a : b).flops += node.flops;
});
const totalNs = run.reduce((sum, kernel) => sum + (kernel.ns || 0), 0);
// A kernel of the model may compute faster than the roofline's matmul did, on a busy machine.
const roofline = D.roofline && {...D.roofline,
  gflops: Math.max(D.roofline.gflops, ...run.map(kernel => kernel.flops / kernel.ns || 0))};
kernels.forEach(kernel => {
  if (kernel.part === 'run' && kernel.ns) {
    kernel.share = kernel.ns / totalNs;
    if (roofline)
      kernel.roof = Math.max(kernel.flops / roofline.gflops, (kernel.bytes || 0) / roofline.gigabytes) / kernel.ns;
  }
});
// The roofline's bandwidth is that of memory. Operands in caches come faster.
const roofText = kernel => kernel.roof > 1.02 ? 'from caches' : percent(kernel.roof);
const remarksAt = location => D.remarks.filter(remark => location && remark.location === location);
const remarksOf = kernel => D.remarks.filter(remark => remark.kernel === kernel.kernel && kernel.kernel);

// ---- head

const warnings = [...D.warnings];
const onHost = run.filter(kernel => kernel.kind === 'dispatch' && kernel.target === 'cpu' && D.target !== 'cpu');
if (onHost.length)
  warnings.push(`${onHost.length} kernels run on the CPU instead of ${D.device}; the kernel list has the reasons.`);
run.filter(kernel => kernel.share >= 0.05 && /^generic/.test(kernel.route || '')).forEach(kernel =>
  warnings.push(`'${kernel.title}' takes ${percent(kernel.share)} of the run by the generic route: ${kernel.route}.`));
const failed = D.remarks.filter(remark => remark.kind === 'failed');
if (failed.length) warnings.push(`${failed.length} passes failed: ${failed[0].message}`);
if (!measured) warnings.push('No run was measured: times are estimates, and sizes that a run decides are missing.');
$('title').textContent = `RLX report: ${D.model}`;
document.title = `${D.model} - RLX report`;
const sizes = Object.entries(D.sizes).map(([name, size]) => `${name} = ${size}`).join(', ');
$('subtitle').textContent = [D.device || D.target, `RLX ${D.rlx}`, sizes].filter(Boolean).join(' · ');
warnings.forEach(text => $('warnings').append(element('li', {textContent: text})));
const compileMs = D.phases.reduce((sum, phase) => sum + phase.ms, 0);
const work = run.reduce((sum, kernel) => sum + kernel.flops, 0);
const cards = [
  measured && [time(D.run_ns), `a run, median of ${D.runs}`],
  [`${run.filter(isWork).length}`, `kernels and copies for ${nodes.filter(node => node.location).length} ops`],
  measured && work && [`${digits(work / D.run_ns)} Gflop/s`, `${count(work)} operations a run`],
  roofline && [`${digits(roofline.gflops)} Gflop/s, ${digits(roofline.gigabytes)} GB/s`, 'roofline measured here'],
  compileMs && [time(compileMs * 1e6), 'to compile'],
  [bytes(D.memory.params + D.memory.prepared), 'params and prepared weights'],
  [bytes(D.memory.arena), 'arena of temporaries'],
];
cards.filter(Boolean).forEach(([value, text]) => $('cards').append(
  element('div', {className: 'card'}, element('b', {textContent: value}), element('span', {textContent: text}))));

// ---- details

let selected = null;
const link = item => element('a', {textContent: item.title, onclick: () => select(item)});
const facts = pairs => {
  const list = element('dl');
  for (const [name, value] of pairs)
    if (value !== undefined && value !== '' && value !== null)
      list.append(element('dt', {textContent: name}), element('dd', {}, value));
  return list;
};
const listOf = (title, items) => items.length
  ? [element('h3', {textContent: title}), element('ul', {}, ...items.map(item => element('li', {}, item)))] : [];
const remarkItems = remarks => remarks.map(remark => `${remark.kind}: ${remark.message} (${remark.name})`);
const bufferText = index => {
  const buffer = D.buffers[index];
  return [buffer.kind, buffer.name, buffer.type, bytes(buffer.bytes)].filter(Boolean).join(' ');
};
const nodeDetails = node => [
  facts([['op', node.op], ['place', node.location], ['result', node.type], ['operations', count(node.flops)]]),
  ...listOf('Computed by', node.kernels.map(kernel =>
    element('span', {className: 'kernel'}, link(kernel), ` ${kernel.part === 'prepare' ? 'once' : time(kernel.ns)} · ${kernel.route || ''}`))),
  ...listOf('Inputs', node.inputs.map(id => link(nodes[id]))),
  ...listOf('Used by', node.users.map(id => link(nodes[id]))),
  ...listOf('Remarks', remarkItems(remarksAt(node.location)))];
const kernelDetails = kernel => [
  facts([['kernel', kernel.kernel], ['route', kernel.route], ['target', kernel.target], ['grid', kernel.grid],
    ['measured', time(kernel.ns)], ['estimated', time(kernel.estimate_ns)], ['of the run', percent(kernel.share)],
    ['of the roofline', roofText(kernel)], ['bytes', bytes(kernel.bytes)], ['operations', count(kernel.flops || undefined)],
    ['threads', kernel.threads]]),
  ...listOf('Computes', kernel.nodes.map(link)),
  ...listOf('Reads', kernel.buffers.slice(0, kernel.buffers.length - kernel.outputs).map(bufferText)),
  ...listOf('Writes', kernel.buffers.slice(kernel.buffers.length - kernel.outputs).map(bufferText)),
  ...listOf('Remarks', remarkItems(remarksOf(kernel)))];
const isKernel = item => item.part !== undefined;
function select(item, reveals = true) {
  selected = item;
  $('details').hidden = !item;
  $('details').replaceChildren();
  if (item)
    $('details').append(element('button', {className: 'close', textContent: '×', title: 'close', onclick: () => select(null)}),
      element('h2', {textContent: item.title}), ...(isKernel(item) ? kernelDetails(item) : nodeDetails(item)));
  document.querySelectorAll('#table tr').forEach(row => row.classList.toggle('selected', !!item && row.dataset.kernel === String(item.id) && isKernel(item)));
  if (item && reveals) graph.reveal(item);
  graph.draw();
}

// ---- graph: a layered layout of ops or kernels, with scopes that fold

const graph = (() => {
  const canvas = $('canvas'), pen = canvas.getContext('2d');
  const kHeight = 30, kRowGap = 26, kGap = 18, kMaxShown = 400;
  let view = 'nodes', open = new Set(), boxes = [], edges = [], place = {x: 0, y: 0, scale: 1}, boxOf = new Map();
  const scopeOf = item => (isKernel(item) ? (item.title.split(' @ ')[1] || '') : shortName(item.location))
    .split('/').filter(Boolean).slice(0, -1);
  // Producer and consumer of kernels share a buffer.
  const rootOf = index => D.buffers[index].parent === undefined ? index : rootOf(D.buffers[index].parent);
  const kernelInputs = new Map();
  {
    const writers = new Map();
    run.filter(isWork).forEach(kernel => {
      const cut = kernel.buffers.length - kernel.outputs;
      kernelInputs.set(kernel, [...new Set(kernel.buffers.slice(0, cut).map(rootOf).map(root => writers.get(root)).filter(Boolean))]);
      kernel.buffers.slice(cut).forEach(buffer => writers.set(rootOf(buffer), kernel));
    });
  }
  const items = () => view === 'nodes' ? nodes.filter(node => node.op !== 'constant' && node.op !== 'param')
                                       : run.filter(isWork);
  const inputsOf = item => isKernel(item) ? kernelInputs.get(item) : item.inputs.map(id => nodes[id]);
  const scopes = () => {
    const found = new Map();
    items().forEach(item => scopeOf(item).forEach((_, depth, path) => {
      const key = path.slice(0, depth + 1).join('/');
      found.set(key, (found.get(key) || 0) + 1);
    }));
    return found;
  };
  // The item's box: itself, or the outermost scope around it that is folded.
  const groupOf = (item, known) => {
    const path = scopeOf(item);
    for (let depth = 1; depth <= path.length; ++depth) {
      const key = path.slice(0, depth).join('/');
      if (!open.has(key) && known.get(key) > 1) return key;
    }
    return null;
  };
  function build() {
    const known = scopes(), groups = new Map();
    boxes = []; boxOf = new Map();
    for (const item of items()) {
      const key = groupOf(item, known);
      let box = key && groups.get(key);
      if (!box) {
        box = {key, items: [], inputs: new Set(), outputs: new Set(), order: boxes.length};
        boxes.push(box);
        if (key) groups.set(key, box);
      }
      box.items.push(item);
      boxOf.set(item, box);
    }
    for (const item of items())
      for (const input of inputsOf(item)) {
        const from = boxOf.get(input), to = boxOf.get(item);
        if (from && to && from !== to) { to.inputs.add(from); from.outputs.add(to); }
      }
    layout();
    $('counts').textContent = `${items().length} ${view === 'nodes' ? 'ops' : 'kernels'}, ${boxes.length} shown`;
  }
  // Rows by the longest path. Folded scopes can make cycles: an edge back to a box under way is left out.
  function layout() {
    const state = new Map();
    const rank = start => {
      const stack = [[start, [...start.inputs], 0]];
      state.set(start, -1);
      while (stack.length) {
        const top = stack[stack.length - 1], [box, inputs] = top;
        if (inputs.length) {
          const next = inputs.pop(), known = state.get(next);
          if (known === undefined) { state.set(next, -1); inputs.push(next); stack.push([next, [...next.inputs], 0]); }
          else if (known >= 0) top[2] = Math.max(top[2], known + 1);
        } else { state.set(box, top[2]); stack.pop(); }
      }
    };
    boxes.forEach(box => { if (!state.has(box)) rank(box); });
    const rows = [];
    boxes.forEach(box => { box.rank = state.get(box); (rows[box.rank] = rows[box.rank] || []).push(box); });
    pen.font = '12px system-ui, sans-serif';
    for (const box of boxes) {
      box.text = box.key ? `${box.key.split('/').pop()} (${box.items.length})` : box.items[0].op || box.items[0].title.split(' @ ')[0];
      if (box.text.length > 40) box.text = box.text.slice(0, 39) + '…';
      box.width = Math.max(60, pen.measureText(box.text).width + 20);
    }
    rows.filter(Boolean).forEach((row, index) => {
      if (index) row.sort((a, b) => center(a) - center(b) || a.order - b.order);
      let x = 0;
      for (const box of row) { box.x = x; box.y = box.rank * (kHeight + kRowGap); x += box.width + kGap; }
      const wanted = row.map(box => box.inputs.size ? center(box) - box.x - box.width / 2 : 0);
      const shift = index ? wanted.reduce((a, b) => a + b, 0) / row.length : -x / 2;
      row.forEach(box => { box.x += shift; });
    });
    edges = boxes.flatMap(box => [...box.inputs].map(from => [from, box]));
  }
  const center = box => {
    const from = [...box.inputs].filter(input => input.x !== undefined);
    return from.length ? from.reduce((sum, input) => sum + input.x + input.width / 2, 0) / from.length : 0;
  };
  const color = name => getComputedStyle(document.documentElement).getPropertyValue(name);
  const hue = text => [...text].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 360, 7);
  function draw() {
    const ratio = devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
    if (!width) return;
    canvas.width = width * ratio; canvas.height = height * ratio;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.translate(place.x, place.y); pen.scale(place.scale, place.scale);
    const left = -place.x / place.scale, top = -place.y / place.scale, right = left + width / place.scale, bottom = top + height / place.scale;
    pen.strokeStyle = color('--line'); pen.lineWidth = 1 / Math.min(1, place.scale);
    pen.beginPath();
    for (const [from, to] of edges) {
      const y1 = from.y + kHeight, y2 = to.y;
      if (Math.max(y1, y2) < top || Math.min(y1, y2) > bottom) continue;
      const x1 = from.x + from.width / 2, x2 = to.x + to.width / 2;
      pen.moveTo(x1, y1); pen.bezierCurveTo(x1, y1 + 16, x2, y2 - 16, x2, y2);
    }
    pen.stroke();
    const chosen = selected && chosenBoxes();
    pen.font = '12px system-ui, sans-serif'; pen.textBaseline = 'middle'; pen.textAlign = 'center';
    for (const box of boxes) {
      if (box.x > right || box.x + box.width < left || box.y > bottom || box.y + kHeight < top) continue;
      const dark = matchMedia('(prefers-color-scheme: dark)').matches;
      pen.fillStyle = `hsl(${hue(box.key ? 'scope' : box.text)} ${box.key ? 12 : 45}% ${dark ? 24 : 90}%)`;
      pen.strokeStyle = chosen && chosen.has(box) ? color('--mark') : color('--line');
      pen.lineWidth = chosen && chosen.has(box) ? 3 : 1;
      pen.beginPath(); pen.roundRect(box.x, box.y, box.width, kHeight, box.key ? 4 : 12); pen.fill(); pen.stroke();
      if (place.scale > 0.25) { pen.fillStyle = color('--fore'); pen.fillText(box.text, box.x + box.width / 2, box.y + kHeight / 2 + 1); }
    }
  }
  // The selected item's box, or those of the items on its other side.
  const chosenBoxes = () => new Set([boxOf.get(selected), ...(isKernel(selected) ? selected.nodes : selected.kernels).map(item => boxOf.get(item))].filter(Boolean));
  function fit() {
    if (!boxes.length || !canvas.clientWidth) return;
    const x1 = Math.min(...boxes.map(box => box.x)), x2 = Math.max(...boxes.map(box => box.x + box.width));
    const y2 = Math.max(...boxes.map(box => box.y + kHeight));
    place.scale = Math.max(0.02, Math.min(1, (canvas.clientWidth - 40) / (x2 - x1), (canvas.clientHeight - 40) / y2));
    // A long graph begins at its top, where it can be read.
    if (place.scale < 0.5) place.scale = Math.min(0.9, Math.max(0.5, (canvas.clientWidth - 40) / (x2 - x1)));
    const middle = boxes[0].x + boxes[0].width / 2;
    place.x = canvas.clientWidth / 2 - ((x2 - x1) * place.scale < canvas.clientWidth ? (x1 + x2) / 2 : middle) * place.scale;
    place.y = 20;
    draw();
  }
  function reveal(item) {
    const wanted = isKernel(item) ? 'kernels' : 'nodes';
    if (isKernel(item) && item.part === 'prepare') return;
    if (wanted !== view) setView(wanted);
    scopeOf(item).forEach((_, depth, path) => open.add(path.slice(0, depth + 1).join('/')));
    build();
    const box = boxOf.get(item);
    if (!box || !canvas.clientWidth) return;
    place.scale = Math.max(place.scale, 0.7);
    place.x = canvas.clientWidth / 2 - (box.x + box.width / 2) * place.scale;
    place.y = canvas.clientHeight / 2 - (box.y + kHeight / 2) * place.scale;
  }
  function setView(name) {
    view = name;
    document.querySelector(`input[name=view][value=${name}]`).checked = true;
    open = new Set(items().length <= kMaxShown ? scopes().keys() : []);
    build();
  }
  const boxAt = event => {
    const area = canvas.getBoundingClientRect();
    const x = (event.clientX - area.left - place.x) / place.scale, y = (event.clientY - area.top - place.y) / place.scale;
    return boxes.find(box => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + kHeight);
  };
  let drag = null;
  canvas.onpointerdown = event => { drag = {x: event.clientX, y: event.clientY, moved: false}; canvas.setPointerCapture(event.pointerId); };
  canvas.onpointermove = event => {
    if (!drag) {
      const box = boxAt(event);
      canvas.style.cursor = box ? 'pointer' : 'grab';
      return tip(event, box && (box.key ? `${box.key}: ${box.items.length} inside; click to unfold` : [box.items[0].title, box.items[0].type].filter(Boolean).join(' ')));
    }
    const x = event.clientX - drag.x, y = event.clientY - drag.y;
    if (Math.abs(x) + Math.abs(y) > 3 || drag.moved) {
      drag = {x: event.clientX, y: event.clientY, moved: true};
      place.x += x; place.y += y;
      draw();
    }
  };
  canvas.onpointerup = event => {
    const click = drag && !drag.moved, box = click && boxAt(event);
    drag = null;
    if (!click) return;
    if (box && box.key) {
      const x = box.x, y = box.y;
      open.add(box.key);
      build();
      const first = boxOf.get(box.items[0]);
      place.x += (x - first.x) * place.scale; place.y += (y - first.y) * place.scale;
      draw();
    } else select(box ? box.items[0] : null, false);
  };
  canvas.onpointerleave = () => tip(null);
  canvas.addEventListener('wheel', event => {
    event.preventDefault();
    const area = canvas.getBoundingClientRect(), x = event.clientX - area.left, y = event.clientY - area.top;
    const factor = Math.min(3, Math.max(0.02, place.scale * Math.exp(-event.deltaY * 0.0015))) / place.scale;
    place = {x: x - (x - place.x) * factor, y: y - (y - place.y) * factor, scale: place.scale * factor};
    draw();
  }, {passive: false});
  document.querySelectorAll('input[name=view]').forEach(input => { input.onchange = () => { setView(input.value); fit(); }; });
  $('fit').onclick = fit;
  $('expand').onclick = () => { open = new Set(scopes().keys()); build(); fit(); };
  $('collapse').onclick = () => { open = new Set(); build(); fit(); };
  setView('nodes');
  const positionOf = item => {
    const box = boxOf.get(item), area = canvas.getBoundingClientRect();
    return box && {x: area.left + place.x + (box.x + box.width / 2) * place.scale, y: area.top + place.y + (box.y + kHeight / 2) * place.scale};
  };
  return {draw, fit, reveal, positionOf, shown: () => boxes.length};
})();

function tip(event, text) {
  $('tip').hidden = !text;
  if (!text) return;
  $('tip').textContent = text;
  $('tip').style.left = `${Math.min(event.clientX + 14, innerWidth - 300)}px`;
  $('tip').style.top = `${event.clientY + 14}px`;
}

// ---- tables

// columns: [title, value for sorting, text, is a number]; sorted: the column to begin with
function fill(table, rows, columns, onClick, sorted = null) {
  let descends = true;
  const body = element('tbody');
  const show = () => {
    const value = sorted === null ? null : columns[sorted][1];
    const order = value ? [...rows].sort((a, b) => {
      const x = value(a) ?? -Infinity, y = value(b) ?? -Infinity;
      return (x < y ? -1 : x > y ? 1 : 0) * (descends ? -1 : 1);
    }) : rows;
    body.replaceChildren(...order.map(row => {
      const made = element('tr', {onclick: () => onClick && onClick(row)}, ...columns.map(([, , text, number]) => {
        const content = text(row);
        return element('td', {className: number ? 'number' : String(content).length > 12 ? 'long' : ''}, content instanceof Node ? content : String(content ?? ''));
      }));
      if (isKernel(row)) made.dataset.kernel = row.id;
      return made;
    }));
  };
  const head = element('tr', {}, ...columns.map(([title, , , number], index) => element('th', {
    textContent: title, className: number ? 'number' : '',
    onclick: () => { descends = sorted === index ? !descends : true; sorted = index; show(); }})));
  table.replaceChildren(element('thead', {}, head), body);
  show();
}
const bar = (share, text) => {
  const filled = element('i');
  filled.style.width = `${Math.min(100, 100 * (share || 0))}%`;
  return element('div', {className: 'share'}, filled, element('b', {textContent: text}));
};
fill($('table'), kernels, [
  ['#', kernel => kernel.id, kernel => kernel.part === 'run' ? kernel.index : `once ${kernel.index}`, true],
  ['kernel', kernel => kernel.title, kernel => kernel.title],
  ['route', kernel => kernel.route || kernel.kind, kernel => kernel.route || kernel.kind],
  ['time', kernel => kernel.part === 'run' ? kernel.ns : (kernel.ns || 0) - 1e18, kernel => time(kernel.ns), true],
  ['of the run', kernel => kernel.share, kernel => bar(kernel.share, percent(kernel.share))],
  ['estimate', kernel => kernel.estimate_ns, kernel => time(kernel.estimate_ns), true],
  ['bytes', kernel => kernel.bytes, kernel => bytes(kernel.bytes), true],
  ['operations', kernel => kernel.flops, kernel => count(kernel.flops || undefined), true],
  ['of the roofline', kernel => kernel.roof, kernel => bar(kernel.roof, roofText(kernel))],
  ['threads', kernel => kernel.threads, kernel => kernel.threads, true],
  ['on', kernel => kernel.target, kernel => kernel.target],
], kernel => select(kernel), measured ? 3 : null);
fill($('phases'), D.phases, [
  ['phase', null, phase => phase.name],
  ['time', phase => phase.ms, phase => time(phase.ms * 1e6), true],
  ['of the compilation', phase => phase.ms, phase => bar(phase.ms / compileMs, percent(phase.ms / compileMs))],
]);
fill($('ops'), D.ops, [
  ['op', op => op.name, op => op.name], ['count', op => op.count, op => op.count, true],
  ['route', op => op.route, op => op.route], ['how', op => op.how, op => op.how]]);
fill($('remarks'), D.remarks, [
  ['', remark => remark.kind, remark => remark.kind], ['pass', remark => remark.name, remark => remark.name],
  ['place', remark => remark.location || remark.kernel, remark => shortName(remark.location) || remark.kernel || ''],
  ['remark', remark => remark.message, remark => remark.message]],
  remark => { const found = (atLocation.get(remark.location) || [])[0]; if (found) select(found); });

// ---- memory: the arena over the order of the program

const plan = (() => {
  const canvas = $('plan'), pen = canvas.getContext('2d'), kLeft = 80, kBottom = 24;
  const rows = D.buffers.map((buffer, index) => ({...buffer, index}))
    .filter(buffer => buffer.kind === 'arena' && buffer.first !== undefined && buffer.bytes);
  const high = Math.max(1, D.memory.arena, ...rows.map(row => row.offset + row.bytes)), wide = Math.max(1, D.run.length);
  const sum = rows.reduce((total, row) => total + row.bytes, 0);
  $('memory-text').textContent = rows.length
    ? `${rows.length} temporaries of ${bytes(sum)} share an arena of ${bytes(D.memory.arena)}. Beside it: ` +
      `${bytes(D.memory.params)} of params, ${bytes(D.memory.prepared)} of prepared weights, ${bytes(D.memory.outputs)} of outputs, ${bytes(D.memory.code)} of code.`
    : 'No temporaries, or their sizes are not known without a run.';
  const area = row => {
    const x = (canvas.clientWidth - kLeft - 10) / wide, y = (canvas.clientHeight - kBottom - 10) / high;
    return [kLeft + row.first * x, canvas.clientHeight - kBottom - (row.offset + row.bytes) * y,
      Math.max(1, (row.last - row.first + 1) * x - 1), Math.max(1, row.bytes * y - 0.5)];
  };
  function draw() {
    const ratio = devicePixelRatio || 1, style = getComputedStyle(document.documentElement);
    if (!canvas.clientWidth) return;
    canvas.width = canvas.clientWidth * ratio; canvas.height = canvas.clientHeight * ratio;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    rows.forEach(row => { pen.fillStyle = `hsl(${(row.index * 47) % 360} 45% 60%)`; pen.fillRect(...area(row)); });
    pen.fillStyle = style.getPropertyValue('--soft'); pen.font = '12px system-ui, sans-serif';
    pen.textAlign = 'right';
    for (let i = 0; i <= 4; ++i) pen.fillText(bytes(high * i / 4), kLeft - 8, canvas.clientHeight - kBottom - (canvas.clientHeight - kBottom - 10) * i / 4 + 4);
    pen.textAlign = 'center';
    pen.fillText(`order of the program: ${wide} commands`, canvas.clientWidth / 2, canvas.clientHeight - 6);
  }
  const at = event => {
    const box = canvas.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
    return rows.find(row => { const [left, top, width, height] = area(row); return x >= left && x <= left + width && y >= top && y <= top + height; });
  };
  canvas.onpointermove = event => { const row = at(event); tip(event, row && `${row.type || ''} ${bytes(row.bytes)} at ${bytes(row.offset)}, commands ${row.first} to ${row.last}`); };
  canvas.onpointerleave = () => tip(null);
  canvas.onclick = event => { const row = at(event), kernel = row && run[row.first]; if (kernel && isWork(kernel)) select(kernel); };
  return {draw};
})();

// ---- search and tabs

function find(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const matches = item => words.every(word => `${item.title} ${item.op || ''} ${item.kernel || ''} ${item.location || ''}`.toLowerCase().includes(word));
  const found = nodes.filter(node => node.op !== 'constant' && matches(node)), isParam = node => node.op === 'param';
  return [...found.filter(node => !isParam(node)), ...kernels.filter(matches), ...found.filter(isParam)];
}
let hits = [], active = 0;
function showHits() {
  $('hits').replaceChildren(...hits.slice(0, 50).map((item, index) => element('li', {
    className: index === active ? 'active' : '', onclick: () => choose(item)},
    item.title, element('small', {textContent: isKernel(item) ? ` kernel ${time(item.ns)}` : ` ${item.op} ${item.type}`}))));
}
function choose(item) {
  hits = [];
  showHits();
  if (current() === 'memory' || current() === 'compilation') show(isKernel(item) && item.part === 'prepare' ? 'kernels' : 'graph');
  select(item);
}
$('search').oninput = () => { hits = find($('search').value); active = 0; showHits(); };
$('search').onkeydown = event => {
  if (event.key === 'Enter' && hits.length) choose(hits[active]);
  else if (event.key === 'Escape') { hits = []; showHits(); }
  else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    active = Math.max(0, Math.min(Math.min(hits.length, 50) - 1, active + (event.key === 'ArrowDown' ? 1 : -1)));
    showHits();
    event.preventDefault();
  }
};
document.onkeydown = event => { if (event.key === '/' && event.target !== $('search')) { $('search').focus(); event.preventDefault(); } };
const current = () => document.querySelector('section.shown').id;
function show(tab) {
  document.querySelectorAll('main > section').forEach(section => section.classList.toggle('shown', section.id === tab));
  document.querySelectorAll('nav button').forEach(button => button.setAttribute('aria-selected', button.dataset.tab === tab));
  graph.draw();
  plan.draw();
}
document.querySelectorAll('nav button').forEach(button => { button.onclick = () => show(button.dataset.tab); });
window.onresize = () => { graph.draw(); plan.draw(); };
show('graph');
graph.fit();
window.rlxReport = {nodes, kernels, select, find, positionOf: graph.positionOf, shown: graph.shown};
})();
