import { exportBatch } from '@suyuan/contract';
import type { CodePlace } from '../../../platform/db/layout.ts';
import { type Actor, type Context, hasPermission } from '../../../platform/http/context.ts';
import * as codeSpaceService from '../code-space/code-space.service.ts';
import * as queries from './code.queries.ts';
import { maskCode } from './code-text.ts';

/** Unmasked codes require the export permission (decision 93). */
export const canSeeUnmasked = (actor: Actor): boolean => hasPermission(actor, exportBatch.permission);

/** Masked unless the actor may see them. Null for foreign codes, whose texts are not stored. */
export async function textsAt(
  { db, installation, actor }: Pick<Context, 'db' | 'installation' | 'actor'>,
  places: readonly CodePlace[],
): Promise<(string | null)[]> {
  const rows = places.length > 0 ? await queries.listSerials(db, places) : [];
  const isUnmasked = canSeeUnmasked(actor);
  const texts = new Map(
    rows.map(({ index, spaceId, epoch, serial, ...shape }) => {
      const text = codeSpaceService.deriverOf(installation, spaceId, shape, epoch).code(serial);
      return [index, isUnmasked ? text : maskCode(text)];
    }),
  );
  return places.map((_, index) => texts.get(index) ?? null);
}
