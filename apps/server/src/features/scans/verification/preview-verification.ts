import { readSymbol } from '@suyuan/codes';
import type { BatchState, CodeStatus, ScanReason, Verdict } from '@suyuan/contract';
import { now } from '../../../platform/db/clock.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { dayOf } from '../../../platform/shanghai-time.ts';
import * as codeSpaceService from '../../codes/code-space/code-space.service.ts';
import { evaluateScan, isIssued, isLive } from './evaluate-scan.ts';
import { thresholdsOf } from './thresholds.ts';
import * as queries from './verification.queries.ts';
import { createBatchFactsCache } from './verification-cache.ts';

export interface VerificationPreview {
  /** Verdict for the next consumer. */
  verdict: Verdict;
  reason: ScanReason | null;
  /** The code cannot be on the market yet. */
  leak: boolean;
  /** Absent if the text is not an issued code. */
  code?: {
    batchId: number;
    batchNo: string;
    batchState: BatchState;
    status: CodeStatus | null;
    categoryName: string;
    /** Starts at 1. */
    ordinal: number;
    sessions: number;
    scans: number;
    firstTime: string | null;
    lastTime: string | null;
  };
}

/** The next consumer's verdict, without counting or storing a scan. */
export async function previewVerification(installation: Installation, text: string): Promise<VerificationPreview> {
  const { db } = installation;
  const symbol = readSymbol(text);
  const decoded = await codeSpaceService.decode(installation, symbol);
  const [place] =
    decoded.length > 0
      ? await queries.locate(
          db,
          decoded.map((serial, index) => ({ ...serial, index })),
        )
      : [];
  const facts = place && (await createBatchFactsCache(db)([place.batchId]))(place.batchId);
  if (!facts || !isIssued(place)) return { verdict: 'unknown', reason: null, leak: false };

  const counter = await queries.findCounter(db, place);
  const { suspectFrom } = await thresholdsOf(db)();
  const { goods, throughDealers, gtins } = facts;
  const codeState = { ...place, ...goods, gtin: gtins[place.level] ?? null, throughDealers };
  const sessions = counter?.sessions ?? 0;
  const visitNumber = isLive(codeState) ? sessions + 1 : null;
  const { consumerVerdict, reason, caseReason } = evaluateScan(codeState, {
    link: symbol,
    today: dayOf(now()),
    visitNumber,
    suspectFrom,
    blocked: counter?.blocked ? 'code' : null,
    quiet: counter?.quiet ?? false,
  });
  return {
    verdict: consumerVerdict,
    reason: consumerVerdict === 'suspect' ? reason : null,
    leak: caseReason === 'leak',
    code: {
      batchId: place.batchId,
      batchNo: facts.goods.batchNo,
      batchState: place.batchState,
      status: place.status,
      categoryName: facts.goods.name,
      ordinal: place.ordinal + 1,
      sessions,
      scans: counter?.scans ?? 0,
      firstTime: counter?.firstTime ?? null,
      lastTime: counter?.lastTime ?? null,
    },
  };
}
