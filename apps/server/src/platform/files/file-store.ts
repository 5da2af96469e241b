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
