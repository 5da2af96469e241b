import { loadImage } from '@napi-rs/canvas';
import { Problem } from '../../../platform/http/problem.ts';
import { boundedQueue } from '../../../platform/threads/bounded-queue.ts';
import { pictureSize, type Size } from './picture-size.ts';

/** Pixels of a picture, at most: decoded it takes four bytes of each. */
const PIXELS = 25_000_000;

/** What a whole one ends with, bar what a camera adds; a decoder would draw the half of one without a word. */
const ends: Record<string, Buffer> = { png: Buffer.from('IEND'), jpg: Buffer.from([0xff, 0xd9]) };

/** A decoded picture is large; files that wait for their turn are in memory too. */
const queue = boundedQueue(1, 16);

/**
 * Decodes a picture once, in full, so that only what really is one is kept. One at a time, because a decoded picture is large.
 * @throws picturePixelsTooMany when its own header names too many pixels, fileContentWrong when it cannot be decoded, busy
 */
export async function checkPicture(kind: string, name: string, bytes: Buffer): Promise<Size> {
  const size = pictureSize(kind, bytes);
  const wrong = (cause?: unknown) => new Problem('fileContentWrong', { file: name }, { cause });
  if (!size) throw wrong();
  if (size.width * size.height > PIXELS) throw new Problem('picturePixelsTooMany', { ...size, max: PIXELS / 1e6 });
  const end = ends[kind];
  if (end && !bytes.includes(end, bytes.length >> 1)) throw wrong();
  const leave = await queue.enter();
  const image = await loadImage(bytes)
    .catch((cause: unknown) => {
      throw wrong(cause);
    })
    .finally(leave);
  if (image.width * image.height === 0) throw wrong();
  return size;
}
