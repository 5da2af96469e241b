import type { Canvas } from '@napi-rs/canvas';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import * as fileService from '../../system/file/file.service.ts';

/** Stores a drawing as an upload of `userId`. Returns its address below `/profile`. */
export async function keepDrawing(
  canvas: Canvas,
  { db, installation }: { db: Db; installation: Installation },
  userId: number,
  originalName: string,
): Promise<string> {
  const bytes = canvas.toBuffer('image/png');
  async function* source() {
    yield bytes;
  }
  const made = await fileService.generate(installation, source(), { originalName, ending: 'png', type: 'image/png' });
  const [stored] = await fileService.keepFor(db, installation, userId, [made]);
  return stored?.fileName ?? '';
}
