import { ReadableStream, TransformStream } from 'node:stream/web';
import { configure, ZipWriter } from '@zip.js/zip.js';

configure({ useWebWorkers: false });

/** One file of an archive, its bytes made as they are asked for. */
export interface Entry {
  name: string;
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Whether making it smaller is worth the time. */
  packed: boolean;
}

/**
 * A ZIP of AES-256 (WinZip AE-2), made as it is read: memory does not grow with it. Names of files are readable without the password,
 * their bytes are not.
 */
export async function* archiveOf(entries: AsyncIterable<Entry>, password: string): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({}, { highWaterMark: 4 }, { highWaterMark: 4 });
  const zip = new ZipWriter(writable, { password, encryptionStrength: 3, useWebWorkers: false, bufferedWrite: false });
  const written = (async () => {
    for await (const { name, body, packed } of entries) {
      // the library knows the streams of browsers by name only
      const source = ReadableStream.from(body) as unknown as globalThis.ReadableStream<Uint8Array>;
      await zip.add(name, source, { level: packed ? 1 : 0, zip64: true });
    }
    await zip.close();
  })();
  // the reader is told by the stream that breaks
  written.catch((error: unknown) => writable.abort(error).catch(() => undefined));
  const reader = readable.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      yield value;
    }
    await written;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
