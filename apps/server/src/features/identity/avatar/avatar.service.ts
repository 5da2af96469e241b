import type { Readable } from 'node:stream';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Context } from '../../../platform/http/context.ts';
import * as fileService from '../../system/file/file.service.ts';
import * as queries from './avatar.queries.ts';

/** Takes a picture in, to be shown by nobody yet. @throws pictureTooLarge, fileTypeWrong, fileContentWrong, picturePixelsTooMany */
export const arrive = (ctx: Context, source: Readable, name: string) => fileService.arrive(ctx, source, name, 'picture');

type Received = Awaited<ReturnType<typeof arrive>>;

/** Shows a picture that has arrived as the person's own; answers its address and that of the one before. */
export async function show(ctx: Context, db: Db, received: Received): Promise<{ imgUrl: string; before: string }> {
  const [stored] = await fileService.keep({ ...ctx, db }, [received], 'avatar');
  const imgUrl = stored?.fileName ?? '';
  return { imgUrl, before: await queries.replace(db, ctx.actor.userId, imgUrl) };
}

/** Removes the picture before, once nothing names it any more. */
export const discard = (ctx: Context, before: string) => (before ? fileService.discard(ctx, before) : undefined);
