import type { Context } from '../../../platform/http/context.ts';
import * as archive from '../archive/archived-scan.service.ts';
import * as evidence from './evidence.queries.ts';

/** More than a case lists. */
const MAX_SCANS = 10_000;

interface Subject {
  caseId: number;
  codeText: string | null;
  /** For a case about a code; ordinal from 0. */
  code: archive.CodePlace | undefined;
}

const newestFirst = <Row extends { scanId: string }>(rows: Row[], limit: number): Row[] =>
  rows.toSorted((one, other) => (one.scanId < other.scanId ? 1 : -1)).slice(0, limit);

/** The newest scans that are evidence of a case or queried its text, also those of archived months. */
export async function listScans({ db, installation }: Context, { caseId, codeText }: Subject, limit: number): Promise<evidence.ScanRow[]> {
  const place = { db, installation };
  if (codeText !== null) {
    const hot = await evidence.listScans(db, { codeText }, limit);
    const archived = await archive.listOfText(place, codeText, hot, limit);
    return newestFirst([...hot, ...(await evidence.listArchivedScans(db, archived))], limit);
  }
  const ids = await evidence.listIds(db, caseId, limit);
  const hot = await evidence.listScans(db, { ids }, limit);
  const archived = await archive.listByIds(place, missing(ids, hot));
  return newestFirst([...hot, ...(await evidence.listArchivedScans(db, archived))], limit);
}

/** What the speed of a code is computed from, also from archived months; newest first. */
export async function listPlacedScans(
  { db, installation }: Context,
  { caseId, code }: Subject,
  limit: number,
): Promise<evidence.PlacedScan[]> {
  const place = { db, installation };
  if (code) {
    const hot = await evidence.listPlacedScans(db, code, limit);
    const archived = await archive.listOfCode(place, code, hot, limit);
    return newestFirst([...hot, ...(await evidence.listArchivedPlacedScans(db, archived))], limit);
  }
  const ids = await evidence.listIds(db, caseId, limit);
  const hot = await evidence.listPlacedScans(db, { ids }, limit);
  const archived = await archive.listByIds(place, missing(ids, hot));
  return newestFirst([...hot, ...(await evidence.listArchivedPlacedScans(db, archived))], limit);
}

/** Codes in the scans of a case, each once, also from archived months. */
export async function listCodes({ db, installation }: Pick<Context, 'db' | 'installation'>, caseId: number): Promise<archive.CodePlace[]> {
  const ids = await evidence.listIds(db, caseId, MAX_SCANS);
  const hot = await evidence.listScans(db, { ids }, MAX_SCANS);
  const archived = await archive.listByIds({ db, installation }, missing(ids, hot));
  const codes = new Map<string, archive.CodePlace>();
  for (const { batchId, level, ordinal } of [...hot, ...(await evidence.listArchivedScans(db, archived))])
    if (batchId !== null && level !== null && ordinal !== null)
      codes.set([batchId, level, ordinal].join(), { batchId, level, ordinal: ordinal - 1 });
  // in the order of other writers of the counters
  return [...codes.values()].toSorted(
    (one, other) => one.batchId - other.batchId || one.level - other.level || one.ordinal - other.ordinal,
  );
}

const missing = (ids: readonly string[], found: readonly { scanId: string }[]): string[] => {
  const foundIds = new Set(found.map(({ scanId }) => scanId));
  return ids.filter((id) => !foundIds.has(id));
};
