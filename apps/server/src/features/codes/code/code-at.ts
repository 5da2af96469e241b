import { exportBatch } from '@suyuan/contract';
import { type Actor, type Context, may } from '../../../platform/http/context.ts';
import * as codeSpaceService from '../code-space/code-space.service.ts';
import * as queries from './code-at.queries.ts';
import { masked } from './code-text.ts';

export type { CodePlace } from './code-at.queries.ts';

/** Whether somebody sees whole codes: only who may export them does. Every list, page and file asks here (decision 93). */
export const seesWhole = (actor: Actor): boolean => may(actor, exportBatch.permission);

/**
 * The texts of codes wherever they are, masked for those who may not see them whole; null for codes that others made, whose texts nobody
 * here has.
 */
export async function textsAt(
  { db, installation, actor }: Pick<Context, 'db' | 'installation' | 'actor'>,
  places: readonly queries.CodePlace[],
): Promise<(string | null)[]> {
  const rows = places.length > 0 ? await queries.listSerials(db, places) : [];
  const whole = seesWhole(actor);
  const texts = new Map(
    rows.map(({ asked, spaceId, epoch, serial, ...shape }) => {
      const text = codeSpaceService.deriverOf(installation, spaceId, shape, epoch).code(serial);
      return [asked, whole ? text : masked(text)];
    }),
  );
  return places.map((_, asked) => texts.get(asked) ?? null);
}
