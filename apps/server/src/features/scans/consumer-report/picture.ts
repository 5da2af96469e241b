import { Problem } from '../../../platform/http/problem.ts';
import { JobRefusal } from '../../../platform/threads/serve-jobs.ts';
import { workerThread } from '../../../platform/threads/worker-thread.ts';
import * as fileService from '../../system/file/file.service.ts';

/** Maximum upload size in bytes. */
export const MAX_PICTURE_BYTES = 6 * 1024 * 1024;

/** Scaling takes 0.1 s of CPU, and anyone may send pictures. One thread and a short queue limit CPU and memory. */
const pictureThread = workerThread<Uint8Array, Uint8Array>(new URL('./picture-job.ts', import.meta.url), {
  heap: 64,
  waiting: 4,
  patience: 20_000,
});

/** Re-encoding removes all metadata. Checks the pixel count before decoding. @throws reportPictureTooLarge, reportPictureWrong, busy */
export async function reencode(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > MAX_PICTURE_BYTES) throw new Problem('reportPictureTooLarge', { max: '6 MB' });
  if (!fileService.isPhoto(bytes)) throw new Problem('reportPictureWrong');
  const copy = new Uint8Array(bytes);
  try {
    for await (const picture of pictureThread.run(copy, { transfer: [copy.buffer] })) return Buffer.from(picture);
  } catch (cause) {
    if (!(cause instanceof JobRefusal)) throw cause;
    throw new Problem('reportPictureWrong', {}, { cause });
  }
  throw new Problem('reportPictureWrong');
}
