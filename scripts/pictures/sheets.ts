import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';

/** Pixels of one picture's place on a sheet, and of the line with its name. */
const CELL = { width: 720, height: 450, label: 22 };
const COLUMNS = 3;
export const A_SHEET = 9;

/** Lays pictures out on sheets of nine, each below its name, in the order given; answers the sheets' files. */
export async function laySheets(folder: string, files: string[]): Promise<string[]> {
  const sheets: string[] = [];
  for (let first = 0; first < files.length; first += A_SHEET) {
    const some = files.slice(first, first + A_SHEET);
    const canvas = createCanvas(COLUMNS * CELL.width, Math.ceil(some.length / COLUMNS) * (CELL.height + CELL.label));
    const pen = canvas.getContext('2d');
    pen.fillStyle = '#777';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.font = '14px sans-serif';
    for (const [place, file] of some.entries()) {
      const [x, y] = [(place % COLUMNS) * CELL.width, Math.floor(place / COLUMNS) * (CELL.height + CELL.label)];
      const image = await loadImage(await readFile(path.join(folder, file)));
      const scale = Math.min((CELL.width - 4) / image.width, CELL.height / image.height);
      pen.drawImage(image, x, y + CELL.label, image.width * scale, image.height * scale);
      pen.fillStyle = '#fff';
      pen.fillText(file.replace(/\.png$/, ''), x + 4, y + 16, CELL.width - 8);
    }
    const sheet = `sheet-${String(sheets.length + 1).padStart(3, '0')}.png`;
    await writeFile(path.join(folder, sheet), canvas.toBuffer('image/png'));
    sheets.push(sheet);
  }
  return sheets;
}
