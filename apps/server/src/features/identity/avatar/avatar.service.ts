import type { Readable } from 'node:stream';
import type { Db } from '../../../platform/db/db.ts';
import type { Context } from '../../../platform/http/context.ts';
import * as fileService from '../../system/file/file.service.ts';
import * as queries from './avatar.queries.ts';

/** Receives an image without publishing it. @throws pictureTooLarge, fileTypeWrong, fileContentWrong, picturePixelsTooMany */
export const receive = (ctx: Context, source: Readable, name: string) => fileService.receiveUpload(ctx, source, name, 'picture');

type ReceivedImage = Awaited<ReturnType<typeof receive>>;

/** Sets a received image as the user's avatar. Returns its address and the previous one. */
export async function replace(ctx: Context, db: Db, image: ReceivedImage): Promise<{ imgUrl: string; previousUrl: string }> {
  const [storedFile] = await fileService.publish({ ...ctx, db }, [image], 'avatar');
  const imgUrl = storedFile?.fileName ?? '';
  return { imgUrl, previousUrl: await queries.replace(db, ctx.actor.userId, imgUrl) };
}

/** Removes the previous image if no record references it. */
export const discard = (ctx: Context, previousUrl: string) => (previousUrl ? fileService.discard(ctx, previousUrl) : undefined);
