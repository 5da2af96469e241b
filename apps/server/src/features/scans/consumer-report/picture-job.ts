import { createCanvas, loadImage } from '@napi-rs/canvas';
import { JobRefusal, serveJobs } from '../../../platform/threads/serve-jobs.ts';

/** Worker thread that re-encodes pictures of reports. */

/** Maximum side in pixels. */
const MAX_SIDE = 1600;
const QUALITY = 82;

serveJobs<Uint8Array, Uint8Array>(async (bytes, { send }) => {
  const image = await loadImage(bytes).catch((cause: unknown) => {
    throw new JobRefusal('wrong', { cause });
  });
  const scale = Math.min(1, MAX_SIDE / Math.max(image.width, image.height));
  const [width, height] = [Math.max(1, Math.round(image.width * scale)), Math.max(1, Math.round(image.height * scale))];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  // white background for transparent pixels
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  await send(await canvas.encode('jpeg', QUALITY));
});
