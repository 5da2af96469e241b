import { loadImage } from '@napi-rs/canvas';
import { Problem } from '../../../platform/http/problem.ts';
import { boundedQueue } from '../../../platform/threads/bounded-queue.ts';
import { pictureSize, type Size } from './picture-size.ts';

/** Maximum pixels; decoding takes four bytes per pixel. */
const MAX_PIXELS = 25_000_000;

/** Final bytes of a complete image, before any trailing camera data. A decoder would accept a truncated image. */
const endMarkers: Record<string, Buffer> = { png: Buffer.from('IEND'), jpg: Buffer.from([0xff, 0xd9]) };

/** Limits memory: decoded and queued images are held in memory. */
const queue = boundedQueue(1, 16);

/**
 * Fully decodes an image to prove that it is valid, one at a time to limit memory.
 * @throws picturePixelsTooMany if the header declares too many pixels, fileContentWrong if decoding fails, busy
 */
export async function checkPicture(kind: string, name: string, bytes: Buffer): Promise<Size> {
  const size = pictureSize(kind, bytes);
  const invalidContent = (cause?: unknown) => new Problem('fileContentWrong', { file: name }, { cause });
  if (!size) throw invalidContent();
  if (size.width * size.height > MAX_PIXELS) throw new Problem('picturePixelsTooMany', { ...size, max: MAX_PIXELS / 1e6 });
  const end = endMarkers[kind];
  if (end && !bytes.includes(end, bytes.length >> 1)) throw invalidContent();
  const release = await queue.enter();
  const image = await loadImage(bytes)
    .catch((cause: unknown) => {
      throw invalidContent(cause);
    })
    .finally(release);
  if (image.width * image.height === 0) throw invalidContent();
  return size;
}
