import { Problem } from '../../../platform/problem.ts';
import { boundedQueue } from '../../../platform/threads/worker-thread.ts';

/** Reads the declared image size from the first bytes, to refuse decompression bombs before decoding. */

export interface Size {
  width: number;
  height: number;
}

const png = (head: Buffer): Size => ({ width: head.readUInt32BE(16), height: head.readUInt32BE(20) });
const gif = (head: Buffer): Size => ({ width: head.readUInt16LE(6), height: head.readUInt16LE(8) });
/** A negative height means that rows run from the top. */
const bmp = (head: Buffer): Size =>
  head.readUInt32LE(14) === 12
    ? { width: head.readUInt16LE(18), height: head.readUInt16LE(20) }
    : { width: Math.abs(head.readInt32LE(18)), height: Math.abs(head.readInt32LE(22)) };

/** Frame header marker (ITU-T T.81 B.2.2): C0 to CF, except tables, extensions and arithmetic conditioning. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpeg(bytes: Buffer): Size | undefined {
  let offset = 2;
  while (offset + 9 < bytes.length) {
    if (bytes[offset] !== 0xff) return undefined;
    const marker = bytes.readUInt8(offset + 1);
    if (marker === 0xff) offset += 1;
    else if (isFrame(marker)) return { width: bytes.readUInt16BE(offset + 7), height: bytes.readUInt16BE(offset + 5) };
    else offset += 2 + bytes.readUInt16BE(offset + 2);
  }
  return undefined;
}

/** The three WebP containers (RFC 9649 §2.5 to §2.7). */
function webp(head: Buffer): Size | undefined {
  const chunk = head.toString('latin1', 12, 16);
  if (chunk === 'VP8X') return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
  if (chunk === 'VP8 ') return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
  if (chunk !== 'VP8L') return undefined;
  const bits = head.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

const readers: Record<string, (bytes: Buffer) => Size | undefined> = { png, gif, bmp, jpg: jpeg, webp };

/** Undefined if the bytes are too few or invalid. */
export function pictureSize(kind: string, bytes: Buffer): Size | undefined {
  try {
    const size = readers[kind]?.(bytes);
    return size && size.width > 0 && size.height > 0 ? size : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

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
  const { loadImage } = await import('@napi-rs/canvas');
  const release = await queue.enter();
  const image = await loadImage(bytes)
    .catch((cause: unknown) => {
      throw invalidContent(cause);
    })
    .finally(release);
  if (image.width * image.height === 0) throw invalidContent();
  return size;
}
