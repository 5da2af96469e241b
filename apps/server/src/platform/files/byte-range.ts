import type { Span } from './file-store.ts';

/**
 * Parses a `Range` header with one range (RFC 9110 §14.2). Undefined: unsupported or absent, send the whole. 'outside': not satisfiable.
 */
export function byteRange(header: string | undefined, bytes: number): Span | 'outside' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  if (first === '') return Number(last) === 0 ? 'outside' : { start: Math.max(0, bytes - Number(last)), end: bytes };
  const start = Number(first);
  const end = last === '' ? bytes : Math.min(Number(last) + 1, bytes);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= bytes ? 'outside' : { start, end };
}
