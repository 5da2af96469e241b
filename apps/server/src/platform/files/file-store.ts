import type { Readable } from 'node:stream';

export interface Sink {
  /** Resolves when more bytes are accepted. */
  write(chunk: Uint8Array): Promise<unknown>;
}

/** `end` is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** Storage of files. A file becomes visible only when all its bytes are durable. */
export interface FileStore {
  /** For operators. */
  readonly location: string;
  /** Writes to a temporary name and returns it. A rejected `write` leaves nothing. */
  receive<T>(name: string, write: (sink: Sink) => Promise<T>): Promise<T>;
  /** Publishes a received file under `key`. */
  publish(name: string, key: string): Promise<void>;
  discard(name: string): Promise<void>;
  /** Undefined if there is no such file. */
  read(key: string, span?: Span): Promise<Readable | undefined>;
  remove(key: string): Promise<void>;
  /** Path on the local disk, if the store is a folder. */
  localPath?(key: string): string;
  /** Deletes files received at least `seconds` ago and never published. */
  sweep(seconds: number): Promise<void>;
  /** Keys published at least `seconds` ago. */
  listPublishedBefore(seconds: number): Promise<string[]>;
  isAvailable(): Promise<boolean>;
}

/** Validates a generated key: letters, digits and dots between slashes, without `..`. */
export function validateKey(key: string): string {
  if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(key)) throw new Error(`${key} is no key of a file`);
  return key;
}

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
