import type { Json } from '../json.ts';
import { isObject } from '../json.ts';

/** Two-space indent and a final newline, for readable diffs. */
export const writeJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const BARE = /^[A-Za-z_$][\w$]*$/;
const MAX_WIDTH = 100;

/** Single-quoted. Escapes characters that would end a line or a script element. */
export const quote = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')}'`;

/** JSON in script style: bare keys, single quotes, short lists on one line. */
export function writeLiteral(value: Json, indent = ''): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((each) => writeLiteral(each, inner))
    : Object.entries(value).map(
        ([key, each]) => `${BARE.test(key) && key !== '__proto__' ? key : quote(key)}: ${writeLiteral(each, inner)}`,
      );
  const [open, close, space] = isObject(value) ? ['{', '}', ' '] : ['[', ']', ''];
  if (parts.length === 0) return `${open}${close}`;
  const flat = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (!flat.includes('\n') && flat.length + indent.length <= MAX_WIDTH) return flat;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

/** The editable script; `readModule` reads it back. */
export const writeModule = (value: unknown): string => `export default ${writeLiteral(value as Json)};\n`;
