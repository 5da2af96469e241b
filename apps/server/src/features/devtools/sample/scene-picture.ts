import { createCanvas, Path2D } from '@napi-rs/canvas';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { keepDrawing } from './keep-drawing.ts';
import { type Scene, type ScenePart, scenes } from './scenes.ts';

const SIDE = 480;

/** A scene with background and foreground color. */
export interface ScenePicture {
  scene: Scene;
  ground: string;
  shape: string;
}

/** Renders a placeholder for a photograph of a step and stores it for that user. Returns its path in the file store. */
export async function drawScene(
  { db, installation }: { db: Db; installation: Installation },
  userId: number,
  originalName: string,
  { scene, ground, shape }: ScenePicture,
): Promise<string> {
  const canvas = createCanvas(SIDE, SIDE);
  const pen = canvas.getContext('2d');
  pen.fillStyle = ground;
  pen.fillRect(0, 0, SIDE, SIDE);
  pen.lineCap = 'round';
  const tones = { shape, soft: shape, light: '#ffffff', ink: '#33424c' };
  const parts: readonly ScenePart[] = scenes[scene];
  for (const [tone, path, width] of parts) {
    pen.globalAlpha = tone === 'soft' ? 0.35 : 1;
    pen.fillStyle = tones[tone];
    pen.strokeStyle = tones[tone];
    pen.lineWidth = width ?? 0;
    if (width) pen.stroke(new Path2D(path));
    else pen.fill(new Path2D(path));
  }
  const address = await keepDrawing(canvas, { db, installation }, userId, originalName);
  return address.replace('/profile/', '');
}
