import type { Canvas } from '@napi-rs/canvas';
import type { Db } from '../../../platform/db/db.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import * as fileService from '../../system/file/file.service.ts';
import { type ProductPicture, pictures, type ScenePicture } from './sample-data.ts';

interface Target {
  db: Db;
  installation: Installation;
}

/** Stores a drawing as an upload of `userId`. Returns its address below `/profile`. */
async function storeDrawing(canvas: Canvas, { db, installation }: Target, userId: number, originalName: string): Promise<string> {
  const bytes = canvas.toBuffer('image/png');
  async function* source() {
    yield bytes;
  }
  const file = await fileService.generate(installation, source(), { originalName, ending: 'png', type: 'image/png' });
  const [stored] = await fileService.publishFor(db, installation, userId, [file]);
  return stored?.fileName ?? '';
}

const [WIDTH, HEIGHT] = [640, 480];

/** Renders the image of a sample product and stores it as an upload. Returns its address below `/api`. */
export async function drawPackage(target: Target, userId: number, originalName: string, { shape, ground, body, band }: ProductPicture) {
  const { createCanvas, Path2D } = await import('@napi-rs/canvas');
  const canvas = createCanvas(WIDTH, HEIGHT);
  const pen = canvas.getContext('2d');
  const outline = new Path2D(pictures.packages[shape]);
  pen.fillStyle = ground;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = 'rgba(0, 0, 0, 0.08)';
  pen.beginPath();
  pen.ellipse(320, 414, 170, 18, 0, 0, 2 * Math.PI);
  pen.fill();
  pen.save();
  pen.fillStyle = body;
  pen.fill(outline);
  pen.clip(outline);
  pen.fillStyle = band;
  pen.fillRect(0, 270, WIDTH, 70);
  if (shape === 'tin' || shape === 'cup') pen.fillRect(0, 130, WIDTH, 34);
  pen.fillStyle = 'rgba(0, 0, 0, 0.06)';
  pen.fillRect(360, 0, 200, HEIGHT);
  pen.restore();
  pen.fillStyle = body;
  pen.beginPath();
  pen.arc(320, 305, 22, 0, 2 * Math.PI);
  pen.fill();
  return storeDrawing(canvas, target, userId, originalName);
}

const SIDE = 480;

/** Renders a placeholder for a photograph of a step and stores it for that user. Returns its path in the file store. */
export async function drawScene(target: Target, userId: number, originalName: string, { scene, ground, shape }: ScenePicture) {
  const { createCanvas, Path2D } = await import('@napi-rs/canvas');
  const canvas = createCanvas(SIDE, SIDE);
  const pen = canvas.getContext('2d');
  pen.fillStyle = ground;
  pen.fillRect(0, 0, SIDE, SIDE);
  pen.lineCap = 'round';
  const tones = { shape, soft: shape, light: '#ffffff', ink: '#33424c' };
  for (const { tone, path, width } of pictures.scenes[scene] ?? []) {
    pen.globalAlpha = tone === 'soft' ? 0.35 : 1;
    pen.fillStyle = tones[tone];
    pen.strokeStyle = tones[tone];
    pen.lineWidth = width ?? 0;
    if (width) pen.stroke(new Path2D(path));
    else pen.fill(new Path2D(path));
  }
  const address = await storeDrawing(canvas, target, userId, originalName);
  return address.replace('/profile/', '');
}

/** Renders a photo of a pack: a label with blurred print. */
export async function drawPhoto(): Promise<Buffer> {
  const { createCanvas } = await import('@napi-rs/canvas');
  const canvas = createCanvas(640, 480);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#d8d2c4';
  pen.fillRect(0, 0, 640, 480);
  pen.fillStyle = '#fbfbf7';
  pen.fillRect(180, 60, 280, 380);
  pen.fillStyle = '#2f5d8a';
  pen.fillRect(180, 60, 280, 90);
  pen.filter = 'blur(1.5px)';
  pen.fillStyle = '#222';
  for (let row = 0; row < 21; row++)
    for (let column = 0; column < 21; column++)
      if ((row * 7 + column * 13 + row * column) % 5 < 2) pen.fillRect(240 + column * 8, 200 + row * 8, 8, 8);
  return canvas.encode('jpeg', 70);
}
