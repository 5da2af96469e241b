import { inflateSync } from 'node:zlib';
import { createCanvas, loadImage } from '@napi-rs/canvas';

/** Renders an SVG to PNG. */
export async function pngOfSvg(svg: string): Promise<Buffer> {
  const image = await loadImage(Buffer.from(svg));
  const canvas = createCanvas(600, 600);
  const pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0, 600, (600 * image.height) / image.width);
  return canvas.encode('png');
}

/** The symbols of a PDF in order, enlarged. Parses the bytes independently of the writer. */
export function picturesOfPdf(pdf: Buffer): ImageData[] {
  const pictures: ImageData[] = [];
  let at = 0;
  for (;;) {
    const from = pdf.indexOf('stream\n', at);
    if (from < 0) return pictures;
    const to = pdf.indexOf('endstream', from);
    at = to + 9;
    const content = (() => {
      try {
        return inflateSync(pdf.subarray(from + 7, to)).toString('latin1');
      } catch {
        return '';
      }
    })();
    for (const [, wide, tall, hex] of content.matchAll(/BI \/W (\d+) \/H (\d+) \/BPC 1 \/IM true \/F \/AHx ID ([0-9a-f]+)> EI/g)) {
      const size = Number(wide);
      if (Number(tall) !== size) throw new Error('a symbol that is not square');
      pictures.push(enlarge(Buffer.from(hex ?? '', 'hex'), size));
    }
  }
}

function enlarge(bits: Buffer, size: number): ImageData {
  const [scale, quiet] = [4, 16];
  const edge = size * scale + 2 * quiet;
  const data = new Uint8ClampedArray(4 * edge * edge).fill(255);
  const stride = Math.ceil(size / 8);
  for (let row = 0; row < size * scale; row++) {
    for (let column = 0; column < size * scale; column++) {
      const [y, x] = [Math.floor(row / scale), Math.floor(column / scale)];
      const isDark = ((bits[y * stride + (x >> 3)] ?? 0xff) & (0x80 >> (x & 7))) === 0;
      if (isDark) data.fill(0, 4 * ((row + quiet) * edge + column + quiet), 4 * ((row + quiet) * edge + column + quiet) + 3);
    }
  }
  return { data, width: edge, height: edge, colorSpace: 'srgb' } as ImageData;
}
