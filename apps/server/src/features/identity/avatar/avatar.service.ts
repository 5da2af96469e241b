import type { Readable } from 'node:stream';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Context } from '../../../platform/http/context.ts';
import * as fileService from '../../system/file/file.service.ts';
import * as queries from './avatar.queries.ts';

/** Receives an image without publishing it. @throws pictureTooLarge, fileTypeWrong, fileContentWrong, picturePixelsTooMany */
export const arrive = (ctx: Context, source: Readable, name: string) => fileService.arrive(ctx, source, name, 'picture');

type Received = Awaited<ReturnType<typeof arrive>>;

/** Sets a received image as the user's avatar. Returns its address and the previous one. */
export async function show(ctx: Context, db: Db, received: Received): Promise<{ imgUrl: string; before: string }> {
  const [stored] = await fileService.keep({ ...ctx, db }, [received], 'avatar');
  const imgUrl = stored?.fileName ?? '';
  return { imgUrl, before: await queries.replace(db, ctx.actor.userId, imgUrl) };
}

/** Removes the previous image if no record references it. */
export const discard = (ctx: Context, before: string) => (before ? fileService.discard(ctx, before) : undefined);
