import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';

/** Pixels per picture on a sheet; its name is above it. */
const wide = { width: 720, height: 450, columns: 3, rows: 2 };
const narrow = { width: 260, height: 563, columns: 6, rows: 2 };
const LABEL = 22;

/** Arranges pictures on sheets in order, phones separately, each below its name. Returns the sheet files. */
export async function laySheets(folder: string, files: string[]): Promise<string[]> {
  const pictures = await Promise.all(
    files.map(async (file) => ({ file, image: await loadImage(await readFile(path.join(folder, file))) })),
  );
  const upright = ({ image }: (typeof pictures)[number]) => image.width < image.height;
  const groups = [
    { cell: wide, some: pictures.filter((each) => !upright(each)) },
    { cell: narrow, some: pictures.filter(upright) },
  ];
  const sheets: string[] = [];
  for (const { cell, some } of groups) {
    const { width, height, columns, rows } = cell;
    for (let first = 0; first < some.length; first += columns * rows) {
      const canvas = createCanvas(columns * width, rows * (height + LABEL));
      const pen = canvas.getContext('2d');
      pen.fillStyle = '#777';
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.font = '14px sans-serif';
      for (const [place, { file, image }] of some.slice(first, first + columns * rows).entries()) {
        const [x, y] = [(place % columns) * width, Math.floor(place / columns) * (height + LABEL)];
        const scale = Math.min((width - 4) / image.width, height / image.height);
        pen.drawImage(image, x, y + LABEL, image.width * scale, image.height * scale);
        pen.fillStyle = '#fff';
        pen.fillText(file.replace(/\.png$/, ''), x + 4, y + 16, width - 8);
      }
      const sheet = `sheet-${String(sheets.length + 1).padStart(3, '0')}.png`;
      await writeFile(path.join(folder, sheet), canvas.toBuffer('image/png'));
      sheets.push(sheet);
    }
  }
  return sheets;
}
