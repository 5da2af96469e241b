import type { CaseEvidence, CaseFromScan, InputOf, Page, QueryOf, RecordOf, scanCases } from '@suyuan/contract';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/db.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { escapeHtml } from '../../../platform/html/safe-html.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound } from '../../../platform/problem.ts';
import type { Localized } from '../../../platform/translations.ts';
import * as codeService from '../../codes/code/code.service.ts';
import * as noticeService from '../../system/notice/notice.service.ts';
import * as settingService from '../../system/setting/setting.service.ts';
import { placeName } from '../place/regions.ts';
import * as verificationService from '../verification/verification.service.ts';
import { decision } from './case-life-cycle.service.ts';
import * as evidence from './evidence.queries.ts';
import { listPlacedScans, listScans } from './evidence.service.ts';
import * as inbox from './inbox.queries.ts';
import * as queries from './scan-case.queries.ts';

/** Minutes between notices of a department, so that a burst causes only one more. */
const QUIET_MINUTES = 10;
/** Maximum cases per notice, and maximum listed by name. */
const MAX_CASES = 1000;
const MAX_LISTED = 10;

type Cause = 'suspect' | 'diversion' | 'leak' | 'pin' | 'report';

const causeByReason: Partial<Record<string, Cause>> = { reported: 'report', otherRegion: 'diversion', leak: 'leak', pinReused: 'pin' };

/** Cause as named in the setting; undefined for a case that staff opened. */
function causeOf(reason: string): Cause | undefined {
  if (reason === 'inspected') return undefined;
  return causeByReason[reason] ?? 'suspect';
}

/**
 * One notice per department for new cases; later cases wait ten minutes. Any number of processes may call it. Resolves to the number of
 * cases.
 */
export async function notifyOfCases(db: Db): Promise<number> {
  if (!(await queries.hasUnnotified(db))) return 0;
  const noticeCauses = (await settingService.get(db, 'suyuan.case.noticeReasons')).split(',');
  return inTransaction(db, async (tx) => {
    const newCases = await queries.takeUnnotified(tx, {
      audience: decision.permission,
      minutes: QUIET_MINUTES,
      most: MAX_CASES,
    });
    const relevantCases = newCases.flatMap((row) => {
      const cause = causeOf(row.reason);
      return cause && noticeCauses.includes(cause) ? [{ ...row, cause }] : [];
    });
    for (const [deptId, cases] of Map.groupBy(relevantCases, (row) => row.deptId))
      await noticeService.createSystemNotice(tx, { texts: noticeOf(cases), audience: decision.permission, deptId });
    return relevantCases.length;
  });
}

type NotifiedCase = queries.UnnotifiedCase & { cause: Cause };

const noticeOf =
  (cases: NotifiedCase[]): Localized<{ noticeTitle: string; noticeContent: string }> =>
  (t, language) => {
    const nameOf = (cause: Cause) => t(`system.config.choice.suyuan.case.noticeReasons.${cause}`);
    const counts = [...Map.groupBy(cases, ({ cause }) => cause)].map(([cause, rows]) => `${nameOf(cause)} ${rows.length}`);
    const items = cases.slice(0, MAX_LISTED).map(({ caseId, cause, batchNo, categoryName, codeText, lastRegion }) => {
      const description = [categoryName, batchNo, codeText?.slice(0, 40), placeName(lastRegion, language)].filter(Boolean).join(' · ');
      return `<li><a href="/manage/codeCase/${caseId}">${nameOf(cause)} #${caseId}</a> ${escapeHtml(description)}</li>`;
    });
    const remainder = cases.length > MAX_LISTED ? `<p>${t('manage.codeCase.notice.more', { count: cases.length - MAX_LISTED })}</p>` : '';
    return {
      noticeTitle: t('manage.codeCase.notice', { count: cases.length, causes: counts.join(t('kit.joint')) }),
      noticeContent: `<ul>${items.join('')}</ul>${remainder}<p><a href="/manage/codeCase?unjudged=1">${t('manage.codeCase.notice.open')}</a></p>`,
    };
  };

export { decideAs, listHandlers, steps } from './case-life-cycle.service.ts';
export { addReport, processSuspectScans } from './inbox.service.ts';

type ScanCases = typeof scanCases;
type ScanCase = RecordOf<ScanCases>;

/** Maximum scans, reports and events on a case's page. */
const MAX_EVIDENCE = 200;
const MAX_JUMPS = 20;

export async function list(ctx: Context, { code, ...query }: QueryOf<ScanCases>): Promise<Page<ScanCase>> {
  const { db, installation } = ctx;
  const place = code ? await codeService.locate(db, installation, code) : undefined;
  const filter = code && (place ? { place } : { codeText: verificationService.toStoredCode(code) });
  const { rows, total } = await queries.list(ctx, { ...query, ...filter });
  return { rows: await toScanCases(ctx, rows), total };
}

/** @throws notFound */
export async function read(ctx: Context, id: number): Promise<ScanCase> {
  const [record] = await toScanCases(ctx, [orNotFound(await queries.find(ctx, id))]);
  return orNotFound(record);
}

/** Opens a case by hand, or returns the open one. @throws notFound for a code of a batch out of scope */
export async function add(ctx: Context, { code, note }: InputOf<ScanCases>): Promise<number> {
  const { db, installation } = ctx;
  const place = await codeService.locate(db, installation, code);
  if (place) await codeService.batchOf(ctx, place.batchId);
  return openCase(ctx, place ?? verificationService.toStoredCode(code), note);
}

/** As `add`, for the code of a scan. @throws notFound for a scan of an unknown code or of a batch out of scope */
export async function addOfScan(ctx: Context, { scanId, note }: z.output<typeof CaseFromScan>): Promise<number> {
  return openCase(ctx, (await codeService.findScannedCode(ctx, scanId)).place, note);
}

async function openCase({ db, actor }: Context, target: codeService.CodePlace | string, note: string): Promise<number> {
  const newCase = { reason: 'inspected', createBy: actor.userId, deptId: actor.deptId };
  const { caseId, opened } =
    typeof target === 'string' ? await inbox.openForText(db, target, newCase) : await inbox.openForCode(db, target, newCase);
  await queries.insertEvent(db, { caseId, action: opened ? 'open' : 'note', userId: actor.userId, note });
  return caseId;
}

interface InspectedCode {
  batchId: number;
  level: number;
  /** Starts at 0. */
  ordinal: number;
  /** The dealer that holds the code; null if it was never shipped. */
  holderId: number | null;
  scanId: string;
  scanTime: string;
  region: string | null;
  note: string | null;
}

/** Opens or joins a case immediately, because an inspector is not a traveller with one code. */
export async function openByInspection({ db, actor }: Context, { holderId, scanId, scanTime, region, note, ...place }: InspectedCode) {
  await inbox.lockInbox(db);
  const { batchId, ordinal } = place;
  const { caseId, opened } =
    holderId === null
      ? await inbox.openForCode(db, place, { reason: 'leak', createBy: actor.userId, deptId: actor.deptId })
      : await openForDealer(db, batchId, holderId, actor.userId);
  await queries.insertEvent(db, { caseId, action: opened ? 'open' : 'note', userId: actor.userId, note: note ?? region });
  await inbox.addScans(db, caseId, [{ scanId, batchId, ordinal }], { time: scanTime, region });
  return caseId;
}

async function openForDealer(db: Context['db'], batchId: number, holderId: number, createBy: number) {
  const existing = await inbox.findForDealer(db, batchId, holderId);
  return existing ? { ...existing, opened: false } : inbox.openForDealer(db, batchId, holderId, { reason: 'inspected', createBy });
}

/** @throws notFound */
export async function readEvidence(ctx: Context, id: number): Promise<CaseEvidence> {
  const { db, language } = ctx;
  const { codeText, channelBusinessId, subject, batchId, level, ordinal } = orNotFound(await queries.find(ctx, id));
  const isCode = subject === 'code' && batchId !== null && level !== null && ordinal !== null;
  const about = { caseId: id, codeText, code: isCode ? { batchId, level, ordinal: ordinal - 1 } : undefined };
  const scans = await listScans(ctx, about, MAX_EVIDENCE);
  const texts = await codeService.textsAt(ctx, scans.flatMap(placesOf));
  const textOf = new Map(scans.filter((scan) => placesOf(scan).length > 0).map(({ scanId }, index) => [scanId, texts[index] ?? null]));
  const placedScans = codeText === null ? await listPlacedScans(ctx, about, MAX_EVIDENCE) : [];
  const reports = await evidence.listReports(db, id, MAX_EVIDENCE);
  return {
    scans: scans.map(({ batchId: _, level: __, codeText: text, ...scan }) => ({
      ...scan,
      region: placeName(scan.region, language),
      code: textOf.get(scan.scanId) ?? text,
    })),
    jumps: (await verificationService.findJumps(db, placedScans, MAX_JUMPS)).map((jump) => ({
      ...jump,
      fromRegion: placeName(jump.fromRegion, language),
      toRegion: placeName(jump.toRegion, language),
    })),
    reports: reports.map(({ hasPicture, ...report }) => ({
      ...report,
      region: placeName(report.region, language),
      picture: hasPicture ? `/manage/codeCase/${id}/report/${report.reportId}/picture` : null,
    })),
    // the system notes the place of a scan
    events: (await evidence.listEvents(db, id, MAX_EVIDENCE)).map((event) =>
      event.userName === null ? { ...event, note: placeName(event.note, language) } : event,
    ),
    authorised: channelBusinessId === null ? [] : await verificationService.regionsOfHolder(db, channelBusinessId),
    quietUntil: await queries.findQuiet(db, id),
  };
}

const placesOf = ({ batchId, level, ordinal }: evidence.ScanRow): codeService.CodePlace[] =>
  batchId !== null && level !== null && ordinal !== null ? [{ batchId, level, ordinal: ordinal - 1 }] : [];

/** The picture of a consumer's report. @throws notFound */
export async function readPicture(ctx: Context, id: number, reportId: number): Promise<Buffer> {
  orNotFound(await queries.find(ctx, id));
  return orNotFound(await evidence.findPicture(ctx.db, id, reportId));
}

export const countAll = ({ db, scope, actor }: Context) => queries.countAll(db, scope, actor.userId);

export const listToTake = ({ db, scope }: Context, limit: number) => queries.listToTake(db, scope, limit);

/** Converts rows to the wire format and derives the code texts. */
async function toScanCases(ctx: Context, rows: queries.CaseRow[]): Promise<ScanCase[]> {
  const places = rows.flatMap(({ caseId, batchId, level, ordinal }) =>
    batchId !== null && level !== null && ordinal !== null ? [{ caseId, batchId, level, ordinal: ordinal - 1 }] : [],
  );
  const texts = await codeService.textsAt(ctx, places);
  const textOf = new Map(places.map(({ caseId }, index) => [caseId, texts[index]]));
  return rows.map(({ codeText, ...row }) => ({
    ...row,
    lastRegion: placeName(row.lastRegion, ctx.language),
    code: textOf.get(row.caseId) ?? codeText,
  }));
}
