import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
const binary = readFileSync(file);
prepareZXingModule({ overrides: { wasmBinary: binary.buffer.slice(binary.byteOffset, binary.byteOffset + binary.length) as ArrayBuffer } });

const decode = (picture: Buffer | ImageData, textMode: 'Plain' | 'HRI') =>
  readBarcodes(Buffer.isBuffer(picture) ? new Uint8Array(picture) : picture, { textMode, maxNumberOfSymbols: 255 });

/** Independent of the encoder. */
export async function readSymbols(picture: Buffer | ImageData): Promise<string[]> {
  return (await decode(picture, 'Plain')).map((symbol) => symbol.text);
}

/** The one symbol of a picture as scanners transmit it: plain, with AIM prefix, and with bracketed identifiers. */
export async function readOneSymbol(picture: Buffer | ImageData): Promise<string[]> {
  const [[plain, ...others], [bracketed]] = [await decode(picture, 'Plain'), await decode(picture, 'HRI')];
  if (!plain || !bracketed || others.length > 0) throw new Error('not one symbol');
  return [plain.text, plain.symbologyIdentifier + plain.text, bracketed.text];
}
