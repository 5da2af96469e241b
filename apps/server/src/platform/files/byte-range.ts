import type { Span } from './file-store.ts';

/**
 * The one part of `bytes` that a `Range` header asks for (RFC 9110 §14.2); undefined where it asks for none that we serve,
 * so that the whole is sent, and 'outside' where there is nothing to send.
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
