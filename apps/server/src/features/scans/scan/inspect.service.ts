import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { readSymbol } from '@suyuan/codes';
import { type CodeDetail, type Inspection, type InspectionInput, type Position, regionContains } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/problem.ts';
import * as codeService from '../../codes/code/code.service.ts';
import { cityRegionAt, regionAt } from '../place/position.ts';
import { regionFullName, validateRegions } from '../place/regions.ts';
import * as scanCaseService from '../scan-case/scan-case.service.ts';
import * as verificationService from '../verification/verification.service.ts';
import * as queries from './inspect.queries.ts';

/**
 * Counts no visit. Products outside their region, or never shipped, open a case at once.
 * @throws inspectionNowhere, regionUnknown, labelReplaced, notFound for a code of a batch out of scope
 */
export async function inspect(ctx: Context, { code: text, position, note, ...fields }: InspectionInput): Promise<Inspection> {
  const { db, actor, installation } = ctx;
  if (fields.regionCode) validateRegions([fields.regionCode], 'regionCode');
  const positionRegion = position && cityRegionAt(position);
  const regionCode = fields.regionCode ?? positionRegion;
  if (!regionCode) throw new Problem('inspectionNowhere', { field: 'regionCode' });
  const region = verificationService.regionName(regionCode);

  const scannedText = await resolveScannedText(ctx, text);
  const { code } = readSymbol(scannedText);
  const preview = await verificationService.previewVerification({ ...installation, db }, scannedText);
  if (!preview.code) await codeService.assertNotReplaced(ctx, code, 'code');
  const codeDetail = preview.code ? await codeService.read(ctx, { code }) : undefined;
  const holderId = codeDetail?.holderId ?? null;
  const authorised = holderId === null ? [] : await verificationService.regionsOfHolder(db, holderId);
  const outside = verificationService.isOutside({ regionCode, lng: 0 }, authorised, 'city');
  const leakReason = preview.leak ? ('leak' as const) : null;
  const { verdict, reason } =
    outside && isGenuine(preview.verdict)
      ? ({ verdict: 'suspect', reason: 'otherRegion' } as const)
      : { verdict: preview.verdict, reason: preview.reason ?? leakReason };

  const scanId = verificationService.createScanId();
  const place = codeDetail && { batchId: codeDetail.batchId, level: codeDetail.level, ordinal: codeDetail.ordinal - 1 };
  const scanTime = await queries.insert(db, {
    ...{ scanId, verdict, reason, holderId, regionCode },
    ...(place ?? { batchId: null, level: null, ordinal: null }),
    codeText: place ? null : verificationService.toStoredCode(text),
    device: deviceOf(actor.userId),
    ip: isIP(ctx.ip) ? ctx.ip : null,
    ...positionIn(regionCode, position),
    agent: verificationService.shortAgent(ctx.userAgent),
  });
  const caseId =
    place && (outside || leakReason)
      ? await scanCaseService.openByInspection(ctx, {
          ...place,
          scanId,
          scanTime,
          holderId: outside ? holderId : null,
          region,
          note: note ?? null,
        })
      : null;
  return {
    scanId,
    verdict,
    reason,
    regionCode,
    region: regionFullName(regionCode, ctx.language),
    code: codeDetail ? toInspectedCode(codeDetail) : null,
    authorised,
    outside,
    caseId,
  };
}

/** Resolves an SSCC to its container's code, which only staff may do. */
async function resolveScannedText({ db, installation }: Context, text: string): Promise<string> {
  const symbol = readSymbol(text);
  const isSscc = symbol.sscc !== undefined && symbol.code === symbol.text;
  const place = isSscc ? await codeService.locate(db, installation, text) : undefined;
  return place ? codeService.textOf(installation, db, place.batchId, place.ordinal, place.level) : text;
}

/** Empty if the inspector selected another region, because the products are not there. */
function positionIn(regionCode: string, position?: Position | null) {
  const positionRegion = position && regionAt(position);
  if (!positionRegion || !(regionContains(positionRegion, regionCode) || regionContains(regionCode, positionRegion)))
    return { lng: null, lat: null, accuracy: null };
  const { lng, lat, accuracy } = position;
  return { lng, lat, accuracy: accuracy ? Math.round(accuracy) : null };
}

const isGenuine = (verdict: string) => verdict === 'genuine' || verdict === 'alreadyVerified';

/** One device id per inspector, as a consumer's phone has one. */
const deviceOf = (userId: number) => createHash('sha256').update(`suyuan/inspector/${userId}`).digest().subarray(0, 16);

const toInspectedCode = ({ batchId, batchNo, categoryName, level, ordinal, code, status, holderId, holderName, sessions }: CodeDetail) => ({
  ...{ batchId, batchNo, categoryName, level, ordinal, code, status, holderId, holderName, sessions },
});
