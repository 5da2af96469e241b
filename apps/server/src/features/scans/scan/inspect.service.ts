import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { readSymbol } from '@suyuan/codes';
import { type CodeDetail, type Inspection, type InspectionInput, type Position, regionContains } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as codeService from '../../codes/code/code.service.ts';
import { regionAt } from '../place/position.ts';
import { validateRegions } from '../place/regions.ts';
import * as scanCaseService from '../scan-case/scan-case.service.ts';
import * as verificationService from '../verification/verification.service.ts';
import * as queries from './inspect.queries.ts';

/** Accuracy in metres above which a position is too inexact for a city. */
const ROUGH = 5000;

/**
 * Counts no visit. Products outside their region, or never shipped, open a case at once.
 * @throws inspectionNowhere, regionUnknown, labelReplaced, notFound for a code of a batch out of scope
 */
export async function inspect(ctx: Context, { code: text, position, note, ...given }: InspectionInput): Promise<Inspection> {
  const { db, actor, installation } = ctx;
  if (given.regionCode) validateRegions([given.regionCode], 'regionCode');
  const exact = position && (position.accuracy ?? 0) <= ROUGH ? regionAt(position) : null;
  const regionCode = given.regionCode ?? exact;
  if (!regionCode) throw new Problem('inspectionNowhere', { field: 'regionCode' });
  const region = verificationService.regionName(regionCode);

  const scanned = await textOfScanned(ctx, text);
  const { code } = readSymbol(scanned);
  const told = await verificationService.verifyByOperator({ ...installation, db }, scanned);
  if (!told.code) await codeService.assertNotReplaced(ctx, code, 'code');
  const found = told.code ? await codeService.read(ctx, { code }) : undefined;
  const holderId = found?.holderId ?? null;
  const authorised = holderId === null ? [] : await verificationService.regionsOfHolder(db, holderId);
  const outside = verificationService.isOutside({ regionCode, lng: 0 }, authorised, 'city');
  const leak = told.leak ? ('leak' as const) : null;
  const { verdict, reason } =
    outside && isSound(told.verdict)
      ? ({ verdict: 'suspect', reason: 'otherRegion' } as const)
      : { verdict: told.verdict, reason: told.reason ?? leak };

  const scanId = verificationService.newScanId();
  const place = found && { batchId: found.batchId, level: found.level, ordinal: found.ordinal - 1 };
  const scanTime = await queries.insert(db, {
    ...{ scanId, verdict, reason, holderId, region, regionCode },
    ...(place ?? { batchId: null, level: null, ordinal: null }),
    codeText: place ? null : verificationService.filedCode(text),
    device: deviceOf(actor.userId),
    ip: isIP(ctx.ip) ? ctx.ip : null,
    ...positionIn(regionCode, position),
    agent: ctx.userAgent.slice(0, 200),
  });
  const caseId =
    place && (outside || leak)
      ? await scanCaseService.openByInspection(ctx, {
          ...place,
          scanId,
          scanTime,
          holderId: outside ? holderId : null,
          region,
          note: note ?? null,
        })
      : null;
  return { scanId, verdict, reason, regionCode, region, code: found ? shown(found) : null, authorised, outside, caseId };
}

/** Resolves an SSCC to its container's code, which only staff may do. */
async function textOfScanned({ db, installation }: Context, text: string): Promise<string> {
  const symbol = readSymbol(text);
  const isSscc = symbol.sscc !== undefined && symbol.code === symbol.text;
  const place = isSscc ? await codeService.locate(db, installation, text) : undefined;
  return place ? codeService.textOf(installation, db, place.batchId, place.ordinal, place.level) : text;
}

/** Empty if the inspector selected another region, because the products are not there. */
function positionIn(regionCode: string, position?: Position | null) {
  const at = position && regionAt(position);
  if (!at || !(regionContains(at, regionCode) || regionContains(regionCode, at))) return { lng: null, lat: null, accuracy: null };
  const { lng, lat, accuracy } = position;
  return { lng, lat, accuracy: accuracy ? Math.round(accuracy) : null };
}

const isSound = (verdict: string) => verdict === 'genuine' || verdict === 'alreadyVerified';

/** One device id per inspector, as a consumer's phone has one. */
const deviceOf = (userId: number) => createHash('sha256').update(`suyuan/inspector/${userId}`).digest().subarray(0, 16);

const shown = ({ batchId, batchNo, categoryName, level, ordinal, code, status, holderId, holderName, sessions }: CodeDetail) => ({
  ...{ batchId, batchNo, categoryName, level, ordinal, code, status, holderId, holderName, sessions },
});
