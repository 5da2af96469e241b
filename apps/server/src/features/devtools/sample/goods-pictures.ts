import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { keepDrawing } from './keep-drawing.ts';

export type Shape = 'carton' | 'cup' | 'pouch' | 'box' | 'tin';

const [WIDTH, HEIGHT] = [640, 480];

type Points = [x: number, y: number][];

/** Outline of each package on a canvas of 640 × 480. */
const outlines: Record<Shape, Points> = {
  carton: [
    [250, 150],
    [285, 90],
    [355, 90],
    [390, 150],
    [390, 410],
    [250, 410],
  ],
  cup: [
    [225, 150],
    [415, 150],
    [385, 410],
    [255, 410],
  ],
  pouch: [
    [210, 120],
    [430, 120],
    [415, 265],
    [440, 410],
    [200, 410],
    [225, 265],
  ],
  box: [
    [170, 180],
    [470, 180],
    [470, 400],
    [170, 400],
  ],
  tin: [
    [235, 130],
    [405, 130],
    [405, 410],
    [235, 410],
  ],
};

function trace(pen: SKRSContext2D, points: Points) {
  pen.beginPath();
  for (const [index, [x, y]] of points.entries()) index === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y);
  pen.closePath();
}

/** Renders the image of a sample product and stores it as an upload. Returns its address below `/api`. */
export async function drawGoods(
  db: Db,
  installation: Installation,
  userId: number,
  originalName: string,
  shape: Shape,
  [ground, body, band]: [ground: string, body: string, band: string],
): Promise<string> {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const pen = canvas.getContext('2d');
  pen.fillStyle = ground;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = 'rgba(0, 0, 0, 0.08)';
  pen.beginPath();
  pen.ellipse(320, 414, 170, 18, 0, 0, 2 * Math.PI);
  pen.fill();
  pen.save();
  trace(pen, outlines[shape]);
  pen.fillStyle = body;
  pen.fill();
  pen.clip();
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
  return keepDrawing(canvas, { db, installation }, userId, originalName);
}
