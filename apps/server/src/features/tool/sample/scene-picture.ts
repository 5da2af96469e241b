import { createCanvas } from '@napi-rs/canvas';
import type { Db } from '../../../db/database.types.ts';
import type { Installation } from '../../../http/installation.ts';
import { keepDrawing } from './keep-drawing.ts';

/**
 * A drawing of ours that stands for a photograph: hills, a road and what is carried along it, as a file of the one who takes the step.
 * Answers its name below the files.
 */
export async function drawScene(
  { db, installation }: { db: Db; installation: Installation },
  userId: number,
  originalName: string,
  [ground, shape]: [ground: string, shape: string],
): Promise<string> {
  const canvas = createCanvas(480, 480);
  const pen = canvas.getContext('2d');
  pen.fillStyle = ground;
  pen.fillRect(0, 0, 480, 480);
  pen.fillStyle = shape;
  for (const [x, y, radius] of [
    [110, 420, 170],
    [330, 450, 210],
  ] as const) {
    pen.globalAlpha = 0.35;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.fill();
  }
  pen.globalAlpha = 1;
  pen.fillRect(150, 190, 180, 120);
  pen.fillStyle = ground;
  pen.fillRect(166, 206, 148, 56);
  pen.fillStyle = shape;
  for (const x of [195, 285]) {
    pen.beginPath();
    pen.arc(x, 322, 22, 0, 2 * Math.PI);
    pen.fill();
  }
  const address = await keepDrawing(canvas, { db, installation }, userId, originalName);
  return address.replace('/profile/', '');
}
