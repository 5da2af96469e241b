/** RuoYi's bracket keys, e.g. `params[beginTime]=2026-01-01`, as nested objects without a prototype. */

const MAX_KEYS = 1000;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

type Tree = Record<string, unknown>;

/** Parses a query or form body. `a[b]=1` nests; `a[]=1&a[]=2` and `a=1&a=2` are lists. Ignores keys after the first 1000. */
export function parseQuery(text: string): Tree {
  const tree: Tree = Object.create(null);
  let keys = 0;
  for (const [key, value] of new URLSearchParams(text)) {
    if (++keys > MAX_KEYS) break;
    const [, name = '', brackets = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key) ?? [];
    const path = [name, ...brackets.slice(1, -1).split('][').filter(Boolean)];
    if (!name || path.length > 3 || path.some((part) => FORBIDDEN.has(part))) continue;
    assignPath(tree, path, value);
  }
  return tree;
}

function assignPath(tree: Tree, [name, ...subPath]: string[], value: string): void {
  if (name === undefined) return;
  const present = tree[name];
  if (subPath.length > 0) {
    const branch = present && typeof present === 'object' && !Array.isArray(present) ? (present as Tree) : Object.create(null);
    tree[name] = branch;
    assignPath(branch, subPath, value);
  } else if (present === undefined) tree[name] = value;
  else tree[name] = Array.isArray(present) ? [...present, value] : [present, value];
}
