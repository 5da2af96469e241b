import type { Readable } from 'node:stream';

/** Where bytes go while they come in. */
export interface Sink {
  /** Resolves when more may come. */
  write(chunk: Uint8Array): Promise<unknown>;
}

/** Bytes from `start` up to, and without, `end`. */
export interface Span {
  start: number;
  end: number;
}

/** Where files lie. What is kept is whole: nobody sees a file before all its bytes are durable. */
export interface FileStore {
  /** Where that is, for an operator. */
  readonly place: string;
  /** Writes to a place that nobody reads; answers its name. `write` may refuse, and leaves nothing then. */
  receive<T>(name: string, write: (sink: Sink) => Promise<T>): Promise<T>;
  /** Makes what was received visible under `key`. */
  keep(name: string, key: string): Promise<void>;
  discard(name: string): Promise<void>;
  /** The bytes under `key`, or a part of them; undefined where there are none. */
  read(key: string, span?: Span): Promise<Readable | undefined>;
  remove(key: string): Promise<void>;
  /** Forgets what was received `seconds` ago or earlier and never kept. */
  sweep(seconds: number): Promise<void>;
  /** Keys kept `seconds` ago or earlier. */
  keptBefore(seconds: number): Promise<string[]>;
  /** Whether files can be read and written now. */
  isThere(): Promise<boolean>;
}

/** A key is what we made: letters, digits and dots between slashes, no part of it a way up. */
export function proved(key: string): string {
  if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(key)) throw new Error(`${key} is no key of a file`);
  return key;
}
