import { afterCommit } from '../../../platform/db/transaction.ts';
import type { Context } from '../../../platform/http/context.ts';
import * as fileService from '../../system/file/file.service.ts';
import type { UnpublishedFile } from '../../system/file/file-content.ts';
import * as queries from './avatar.queries.ts';

/** Sets a received image as the user's avatar and returns its address. The previous one is removed if no record references it. */
export async function replace(ctx: Context, image: UnpublishedFile): Promise<string> {
  const [storedFile] = await fileService.publish(ctx, [image], 'avatar');
  const imgUrl = storedFile?.fileName ?? '';
  const previousUrl = await queries.replace(ctx.db, ctx.actor.userId, imgUrl);
  if (previousUrl) await afterCommit(ctx.db, (db) => fileService.discard({ ...ctx, db }, previousUrl));
  return imgUrl;
}
