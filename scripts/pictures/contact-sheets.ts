import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';

/** Pixels per picture on a sheet; its name is above it. */
const wideCell = { width: 720, height: 450, columns: 3, rows: 2 };
const narrowCell = { width: 260, height: 563, columns: 6, rows: 2 };
const LABEL = 22;

/** Arranges pictures on sheets in order, phones separately, each below its name. Returns the sheet files. */
export async function createContactSheets(folder: string, files: string[]): Promise<string[]> {
  const pictures = await Promise.all(
    files.map(async (file) => ({ file, image: await loadImage(await readFile(path.join(folder, file))) })),
  );
  const isPortrait = ({ image }: (typeof pictures)[number]) => image.width < image.height;
  const groups = [
    { cell: wideCell, images: pictures.filter((each) => !isPortrait(each)) },
    { cell: narrowCell, images: pictures.filter(isPortrait) },
  ];
  const sheets: string[] = [];
  for (const { cell, images } of groups) {
    const { width, height, columns, rows } = cell;
    for (let first = 0; first < images.length; first += columns * rows) {
      const canvas = createCanvas(columns * width, rows * (height + LABEL));
      const context = canvas.getContext('2d');
      context.fillStyle = '#777';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.font = '14px sans-serif';
      for (const [index, { file, image }] of images.slice(first, first + columns * rows).entries()) {
        const [x, y] = [(index % columns) * width, Math.floor(index / columns) * (height + LABEL)];
        const scale = Math.min((width - 4) / image.width, height / image.height);
        context.drawImage(image, x, y + LABEL, image.width * scale, image.height * scale);
        context.fillStyle = '#fff';
        context.fillText(file.replace(/\.png$/, ''), x + 4, y + 16, width - 8);
      }
      const sheet = `sheet-${String(sheets.length + 1).padStart(3, '0')}.png`;
      await writeFile(path.join(folder, sheet), canvas.toBuffer('image/png'));
      sheets.push(sheet);
    }
  }
  return sheets;
}
