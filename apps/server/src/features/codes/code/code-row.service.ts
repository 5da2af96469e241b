import type { Code, CodeContainer } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import { textsAt } from './code-at.ts';
import * as queries from './code-row.queries.ts';
import { gravest } from './code-status.ts';
import type { Kind } from './piece.ts';
import { ssccsAt } from './sscc.service.ts';
import { type Place, type Standing, standingsOf } from './standing.service.ts';

export interface Found extends Place {
  own: Kind;
}

/** List rows in the given order, without codes out of scope. The number of queries per batch and level is constant. */
export async function rowsOf(ctx: Context, found: readonly Found[]): Promise<{ row: Code; standing: Standing }[]> {
  const { db, scope } = ctx;
  const batches = new Map(
    (await queries.listBatches(db, scope, [...new Set(found.map(({ batchId }) => batchId))])).map((batch) => [batch.batchId, batch]),
  );
  const seen = found.filter(({ batchId }) => batches.has(batchId));
  const standings = await standingsFor(ctx, seen);
  const parents = standings.flatMap(({ frames }) => frames.slice(0, 1));
  const places = [...standings, ...parents];
  const [texts, ssccs] = [await textsAt(ctx, places), await ssccsAt(db, places)];
  const namesOfParents = new Map(
    parents.map((parent, index) => {
      const at = standings.length + index;
      return [parent, { code: texts[at] ?? null, sscc: ssccs[at] ?? null }];
    }),
  );
  const facts = new Map((await queries.listFacts(db, standings)).map((fact) => [fact.asked, fact]));
  const holders = await namesOf(ctx, standings);

  return standings.map((standing, index) => {
    const { batchId, level, ordinal, status, holderId, frames } = standing;
    const { batchNo, categoryName, state } = batches.get(batchId)!;
    const { sessions, firstTime = null, lastTime = null, blocked, suspect } = facts.get(index) ?? {};
    const parent = frames[0];
    const container: CodeContainer | null = parent
      ? { batchId: parent.batchId, level: parent.level, ordinal: parent.ordinal + 1, ...namesOfParents.get(parent)! }
      : null;
    const row: Code = {
      batchId,
      batchNo,
      categoryName,
      level,
      ordinal: ordinal + 1,
      code: texts[index] ?? null,
      sscc: ssccs[index] ?? null,
      status: gravest(state, status),
      holderId,
      holderName: holderId === null ? null : (holders.get(holderId) ?? null),
      parent: container,
      flags: [...(blocked ? (['blacklisted'] as const) : []), ...(suspect ? (['suspect'] as const) : [])],
      sessions: sessions ?? 0,
      firstTime,
      lastTime,
    };
    return { row, standing };
  });
}

/** In the given order. */
async function standingsFor({ db }: Context, found: readonly Found[]): Promise<Standing[]> {
  const keyOf = ({ batchId, level, ordinal }: Place) => `${batchId}/${level}/${ordinal}`;
  const standings = new Map<string, Standing>();
  for (const group of Map.groupBy(found, ({ batchId, level }) => `${batchId}/${level}`).values()) {
    const { batchId, level } = group[0]!;
    const owns = new Map(group.map(({ ordinal, own }) => [ordinal, own]));
    for (const standing of await standingsOf(db, batchId, level, owns)) standings.set(keyOf(standing), standing);
  }
  return found.map((place) => standings.get(keyOf(place))!);
}

async function namesOf({ db }: Context, standings: readonly Standing[]): Promise<Map<number, string>> {
  const ids = [...new Set(standings.flatMap(({ holderId }) => (holderId === null ? [] : [holderId])))];
  const rows = ids.length > 0 ? await queries.listHolders(db, ids) : [];
  return new Map(rows.map(({ channelBusinessId, channelBusinessName }) => [channelBusinessId, channelBusinessName]));
}
