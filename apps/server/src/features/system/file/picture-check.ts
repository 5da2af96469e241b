import { loadImage } from '@napi-rs/canvas';
import { Problem } from '../../../http/problem.ts';
import { pictureSize, type Size } from './picture-size.ts';

/** Pixels of a picture, at most: decoded it takes four bytes of each. */
const PIXELS = 25_000_000;

/** What a whole one ends with, bar what a camera adds; a decoder would draw the half of one without a word. */
const ends: Record<string, Buffer> = { png: Buffer.from('IEND'), jpg: Buffer.from([0xff, 0xd9]) };

let turn: Promise<unknown> = Promise.resolve();

/**
 * Draws a picture once, in full, so that only what really is one is kept. One at a time, because a drawn picture is large.
 * @throws pictureTooLarge when its own header names too many pixels, fileContentWrong when it cannot be drawn
 */
export async function checkPicture(kind: string, name: string, bytes: Buffer): Promise<Size> {
  const size = pictureSize(kind, bytes);
  const wrong = (cause?: unknown) => new Problem('fileContentWrong', { file: name }, { cause });
  if (!size) throw wrong();
  if (size.width * size.height > PIXELS) throw new Problem('picturePixelsTooMany', { ...size, max: PIXELS / 1e6 });
  const end = ends[kind];
  if (end && !bytes.includes(end, bytes.length >> 1)) throw wrong();
  const drawn = turn.then(() => loadImage(bytes));
  turn = drawn.catch(() => undefined);
  const image = await drawn.catch((cause: unknown) => {
    throw wrong(cause);
  });
  if (image.width * image.height === 0) throw wrong();
  return size;
}
