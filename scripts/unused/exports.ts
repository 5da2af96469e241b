import path from 'node:path';
import { type Search, sources, textsOf } from './sources.ts';

const NAMED = /^(?:import|export)\s+(?:type\s+)?(?:(\w+),\s+)?\{([^}]*)\}\s+from\s+'([^']+)'/gm;
const WHOLE = /^(import|export)\s+(?:type\s+)?\*\s+(?:as\s+(\w+)\s+)?from\s+'([^']+)'/gm;
const DEFAULT = /^import\s+(?:type\s+)?\w+\s+from\s+'([^']+)'/gm;
const LAZY = /\bimport\(\s*(?:\/\*[^*]*\*\/\s*)?'([^']+)'\s*\)/g;
const DECLARED = /^export\s+(?:async\s+)?(const|let|function\*?|class|abstract class|interface|type)\s+(\w+)/gm;
const GATHERED = /^export\s+(?:type\s+)?\{([^}]*)\}/gm;

/** Generated files, and modules that the build replaces. */
const FOREIGN = ['apps/server/src/platform/db/database.ts', 'apps/console/src/data/message-parser.ts'];
/** Templates of generated modules contain imports as text. */
const TEMPLATES = [...sources].flatMap(([file, text]) => (file.includes('/devtools/generator/template/') ? [text] : [])).join('\n');

const asksFor = (text: string, name: string) => new RegExp(`\\b${name}\\b`).test(text);

/** Parses `a, type b as c` into pairs of exported and local name. */
const namesOf = (list: string) =>
  list
    .split(',')
    .map((part) => part.trim().replace(/^type\s+/, ''))
    .filter(Boolean)
    .map((part) => part.split(/\s+as\s+/) as [string, string?]);

/** Files of our packages' entries, e.g. of `@suyuan/codes/derive`. */
const entries = new Map<string, string>();
for (const [manifest, text] of textsOf('{packages,apps}/*/package.json')) {
  const { name, exports = {} } = JSON.parse(text) as { name: string; exports?: Record<string, string> };
  for (const [entry, file] of Object.entries(exports))
    entries.set(path.posix.join(name, entry), path.posix.join(path.dirname(manifest), file));
}
const fileOf = (asker: string, asked: string) => (asked.startsWith('.') ? path.posix.join(path.dirname(asker), asked) : entries.get(asked));

/** Exports of a file. `isNamed` marks a type that the same file uses, e.g. in a signature. */
function exportsOf(text: string): { name: string; isNamed: boolean }[] {
  const declared = [...text.matchAll(DECLARED)].map(([, kind = '', name = '']) => ({
    name,
    isNamed: (kind === 'interface' || kind === 'type') && [...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length > 1,
  }));
  const gathered = [...text.matchAll(GATHERED)].flatMap(([, list = '']) => namesOf(list));
  return [...declared, ...gathered.map(([name, alias = name]) => ({ name: alias, isNamed: false }))];
}

/** `file#name` of all imports from other files; `file#*` for namespace imports. */
function wanted(): Set<string> {
  const found = new Set<string>();
  const passedOn: [from: string, to: string][] = [];
  for (const [file, text] of sources) {
    const want = (asked: string, name: string) => found.add(`${fileOf(file, asked)}#${name}`);
    for (const [, standard, list = '', asked = ''] of text.matchAll(NAMED)) {
      if (standard) want(asked, 'default');
      for (const [name] of namesOf(list)) want(asked, name);
    }
    for (const [, asked = ''] of text.matchAll(DEFAULT)) want(asked, 'default');
    for (const [, kind, alias, asked = ''] of text.matchAll(WHOLE)) {
      if (kind === 'export' && !alias) passedOn.push([file, fileOf(file, asked) ?? '']);
      if (!alias) continue;
      const rest = text.replaceAll(new RegExp(`\\b${alias}\\.\\w+|\\* as ${alias}\\b`, 'g'), '');
      const members = [...text.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'g'))].map(([, name = '']) => name);
      for (const name of asksFor(rest, alias) ? ['*'] : members) want(asked, name);
    }
    for (const [, asked = ''] of text.matchAll(LAZY)) {
      want(asked, 'default');
      const lazy = sources.get(fileOf(file, asked) ?? '') ?? '';
      for (const { name } of exportsOf(lazy)) if (asksFor(text, name)) want(asked, name);
    }
  }
  for (const [from, to] of passedOn)
    for (const each of [...found]) if (each.startsWith(`${from}#`)) found.add(`${to}${each.slice(from.length)}`);
  return found;
}

/** Exports that neither another file nor a generated module imports. */
export function unusedExports(): Search {
  const asked = wanted();
  const faults: string[] = [];
  let looked = 0;
  for (const [file, text] of sources) {
    if (FOREIGN.includes(file)) continue;
    for (const { name, isNamed } of exportsOf(text)) {
      looked++;
      if (isNamed || asked.has(`${file}#${name}`) || asked.has(`${file}#*`) || asksFor(TEMPLATES, name)) continue;
      faults.push(`${file} exports ${name}, which no other file asks for`);
    }
  }
  return { looked, faults };
}
