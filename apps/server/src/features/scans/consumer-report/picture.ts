import { Problem } from '../../../platform/http/problem.ts';
import { JobRefusal } from '../../../platform/threads/serve-jobs.ts';
import { workerThread } from '../../../platform/threads/worker-thread.ts';
import * as fileService from '../../system/file/file.service.ts';

/** Bytes of a picture as it comes, at most. */
export const REPORT_PICTURE = 6 * 1024 * 1024;

/**
 * Anybody may send a picture, and scaling a large one takes a processor for a tenth of a second: a thread of its own draws one at a time,
 * and few wait, each with its file in memory.
 */
const pictureThread = workerThread<Uint8Array, Uint8Array>(new URL('./picture-job.ts', import.meta.url), {
  heap: 64,
  waiting: 4,
  patience: 20_000,
});

/**
 * A consumer's picture redrawn as a JPEG: nothing but what is to be seen stays of it, neither where nor when nor by what it was taken. Its
 * pixels are counted before it is decoded.
 * @throws reportPictureTooLarge, reportPictureWrong, busy
 */
export async function redrawn(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > REPORT_PICTURE) throw new Problem('reportPictureTooLarge', { max: '6 MB' });
  if (!fileService.isPhoto(bytes)) throw new Problem('reportPictureWrong');
  const own = new Uint8Array(bytes);
  try {
    for await (const picture of pictureThread.run(own, { transfer: [own.buffer] })) return Buffer.from(picture);
  } catch (cause) {
    if (!(cause instanceof JobRefusal)) throw cause;
    throw new Problem('reportPictureWrong', {}, { cause });
  }
  throw new Problem('reportPictureWrong');
}
