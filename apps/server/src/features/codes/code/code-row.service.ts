import type { Code, CodeContainer } from '@suyuan/contract';
import type { CodePlace } from '../../../platform/db/layout.ts';
import type { Context } from '../../../platform/http/context.ts';
import * as queries from './code-list.queries.ts';
import { textsAt } from './code-visibility.ts';
import { type EffectiveState, effectiveStatesOf, mostSevere } from './effective-state.service.ts';
import type { CodeState } from './ordinal-runs.ts';
import { ssccsAt } from './sscc.service.ts';

export interface LocatedCode extends CodePlace {
  own: CodeState;
}

/** List rows in the given order, without codes out of scope. The number of queries per batch and level is constant. */
export async function rowsOf(ctx: Context, codes: readonly LocatedCode[]): Promise<{ row: Code; effectiveState: EffectiveState }[]> {
  const { db, scope } = ctx;
  const batches = new Map(
    (await queries.listBatches(db, scope, [...new Set(codes.map(({ batchId }) => batchId))])).map((batch) => [batch.batchId, batch]),
  );
  const visibleCodes = codes.filter(({ batchId }) => batches.has(batchId));
  const effectiveStates = await effectiveStatesFor(ctx, visibleCodes);
  const parents = effectiveStates.flatMap(({ frames }) => frames.slice(0, 1));
  const places = [...effectiveStates, ...parents];
  const [texts, ssccs] = [await textsAt(ctx, places), await ssccsAt(db, places)];
  const textsByParent = new Map(
    parents.map((parent, index) => {
      const position = effectiveStates.length + index;
      return [parent, { code: texts[position] ?? null, sscc: ssccs[position] ?? null }];
    }),
  );
  const scanFacts = new Map((await queries.listFacts(db, effectiveStates)).map((fact) => [fact.index, fact]));
  const holders = await holderNamesOf(ctx, effectiveStates);

  return effectiveStates.map((effectiveState, index) => {
    const { batchId, level, ordinal, status, holderId, frames } = effectiveState;
    const { batchNo, categoryName, state } = batches.get(batchId)!;
    const { sessions, firstTime = null, lastTime = null, blocked, suspect } = scanFacts.get(index) ?? {};
    const parent = frames[0];
    const container: CodeContainer | null = parent
      ? { batchId: parent.batchId, level: parent.level, ordinal: parent.ordinal + 1, ...textsByParent.get(parent)! }
      : null;
    const row: Code = {
      batchId,
      batchNo,
      categoryName,
      level,
      ordinal: ordinal + 1,
      code: texts[index] ?? null,
      sscc: ssccs[index] ?? null,
      status: mostSevere(state, status),
      holderId,
      holderName: holderId === null ? null : (holders.get(holderId) ?? null),
      parent: container,
      flags: [...(blocked ? (['blacklisted'] as const) : []), ...(suspect ? (['suspect'] as const) : [])],
      sessions: sessions ?? 0,
      firstTime,
      // not of scans that are no visit, e.g. before activation; a visit after a recall is counted but never the first
      lastTime: sessions ? lastTime : null,
    };
    return { row, effectiveState };
  });
}

/** In the given order. */
async function effectiveStatesFor({ db }: Context, codes: readonly LocatedCode[]): Promise<EffectiveState[]> {
  const keyOf = ({ batchId, level, ordinal }: CodePlace) => `${batchId}/${level}/${ordinal}`;
  const effectiveStates = new Map<string, EffectiveState>();
  for (const group of Map.groupBy(codes, ({ batchId, level }) => `${batchId}/${level}`).values()) {
    const { batchId, level } = group[0]!;
    const owns = new Map(group.map(({ ordinal, own }) => [ordinal, own]));
    for (const effectiveState of await effectiveStatesOf(db, batchId, level, owns))
      effectiveStates.set(keyOf(effectiveState), effectiveState);
  }
  return codes.map((place) => effectiveStates.get(keyOf(place))!);
}

async function holderNamesOf({ db }: Context, effectiveStates: readonly EffectiveState[]): Promise<Map<number, string>> {
  const ids = [...new Set(effectiveStates.flatMap(({ holderId }) => (holderId === null ? [] : [holderId])))];
  const rows = ids.length > 0 ? await queries.listHolders(db, ids) : [];
  return new Map(rows.map(({ channelBusinessId, channelBusinessName }) => [channelBusinessId, channelBusinessName]));
}
