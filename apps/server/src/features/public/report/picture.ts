import { createCanvas, loadImage } from '@napi-rs/canvas';
import { Problem } from '../../../http/problem.ts';
import * as fileService from '../../system/file/file.service.ts';

/** Bytes of a picture as it comes, at most. */
export const REPORT_PICTURE = 6 * 1024 * 1024;

/** Pixels of the longer side as it is kept. */
const SIDE = 1600;
const QUALITY = 82;

let turn: Promise<unknown> = Promise.resolve();

/**
 * A shopper's picture drawn anew as a JPEG: nothing but what is to be seen stays of it, neither where nor when nor by what it was taken.
 * One at a time, because a drawn picture is large.
 * @throws reportPictureTooLarge, reportPictureWrong
 */
export async function redrawn(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > REPORT_PICTURE) throw new Problem('reportPictureTooLarge', { max: '6 MB' });
  const wrong = (cause?: unknown) => new Problem('reportPictureWrong', {}, { cause });
  if (!fileService.isPhoto(bytes)) throw wrong();
  const drawn = turn.then(() => redraw(bytes));
  turn = drawn.catch(() => undefined);
  return drawn.catch((cause: unknown) => {
    throw wrong(cause);
  });
}

async function redraw(bytes: Buffer): Promise<Buffer> {
  const image = await loadImage(bytes);
  const share = Math.min(1, SIDE / Math.max(image.width, image.height));
  const [width, height] = [Math.max(1, Math.round(image.width * share)), Math.max(1, Math.round(image.height * share))];
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  // what shines through is paper
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  pen.drawImage(image, 0, 0, width, height);
  return canvas.encode('jpeg', QUALITY);
}
