import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
const binary = readFileSync(file);
prepareZXingModule({ overrides: { wasmBinary: binary.buffer.slice(binary.byteOffset, binary.byteOffset + binary.length) as ArrayBuffer } });

/** What a camera reads in a picture, by a decoder that has nothing to do with what drew it. */
export async function read(picture: Buffer | ImageData): Promise<string[]> {
  const found = await readBarcodes(Buffer.isBuffer(picture) ? new Uint8Array(picture) : picture, {
    textMode: 'Plain',
    maxNumberOfSymbols: 255,
  });
  return found.map((symbol) => symbol.text);
}
