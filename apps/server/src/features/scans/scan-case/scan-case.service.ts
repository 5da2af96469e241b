import {
  type CaseEvidence,
  type CaseFromScan,
  decideCase,
  type InputOf,
  type Page,
  type QueryOf,
  type RecordOf,
  type scanCases,
} from '@suyuan/contract';
import type { z } from 'zod';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound } from '../../../platform/http/problem.ts';
import * as codeService from '../../codes/code/code.service.ts';
import * as verificationService from '../verification/verification.service.ts';
import * as evidence from './evidence.queries.ts';
import * as inbox from './inbox.queries.ts';
import * as queries from './scan-case.queries.ts';

export { assign, decide, decideAs, note, reopen } from './case-life.service.ts';
export { processSuspectScans } from './inbox.service.ts';
export { addReport } from './report.service.ts';
export { notifyOfCases } from './told.service.ts';

type ScanCases = typeof scanCases;
type ScanCase = RecordOf<ScanCases>;

/** Maximum scans, reports and events on a case's page. */
const MAX_EVIDENCE = 200;

export async function list(ctx: Context, { code, ...query }: QueryOf<ScanCases>): Promise<Page<ScanCase>> {
  const { db, scope, installation } = ctx;
  const place = code ? await codeService.locate(db, installation, code) : undefined;
  const filter = code && (place ? { place } : { codeText: verificationService.toStoredCode(code) });
  const { rows, total } = await queries.list(db, scope, { ...query, ...filter });
  return { rows: await toScanCases(ctx, rows), total };
}

/** @throws notFound */
export async function read(ctx: Context, id: number): Promise<ScanCase> {
  const [record] = await toScanCases(ctx, [orNotFound(await queries.find(ctx.db, ctx.scope, id))]);
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
  const { caseId, opened } = typeof target === 'string' ? await inbox.openForText(db, target, newCase) : await inbox.openForCode(db, target, newCase);
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
  const { db } = ctx;
  const { codeText, channelBusinessId } = orNotFound(await queries.find(db, ctx.scope, id));
  const scans = await evidence.listScans(db, id, codeText, MAX_EVIDENCE);
  const texts = await codeService.textsAt(ctx, scans.flatMap(placesOf));
  const textOf = new Map(scans.filter((scan) => placesOf(scan).length > 0).map(({ scanId }, index) => [scanId, texts[index] ?? null]));
  const reports = await evidence.listReports(db, id, MAX_EVIDENCE);
  return {
    scans: scans.map(({ batchId: _, level: __, codeText: text, ...scan }) => ({ ...scan, code: textOf.get(scan.scanId) ?? text })),
    reports: reports.map(({ hasPicture, ...report }) => ({
      ...report,
      picture: hasPicture ? `/manage/codeCase/${id}/report/${report.reportId}/picture` : null,
    })),
    events: await evidence.listEvents(db, id, MAX_EVIDENCE),
    authorised: channelBusinessId === null ? [] : await verificationService.regionsOfHolder(db, channelBusinessId),
    quietUntil: await queries.findQuiet(db, id),
  };
}

const placesOf = ({ batchId, level, ordinal }: evidence.ScanRow): codeService.CodePlace[] =>
  batchId !== null && level !== null && ordinal !== null ? [{ batchId, level, ordinal: ordinal - 1 }] : [];

/** The picture of a consumer's report. @throws notFound */
export async function readPicture({ db, scope }: Context, id: number, reportId: number): Promise<Buffer> {
  orNotFound(await queries.find(db, scope, id));
  return orNotFound(await evidence.findPicture(db, id, reportId));
}

export const countAll = ({ db, scope }: Context) => queries.countAll(db, scope);

export const listHandlers = ({ db, scope }: Context) => queries.listHandlers(db, scope, decideCase.permission);

/** Converts rows to the wire format and derives the code texts. */
async function toScanCases(ctx: Context, rows: queries.CaseRow[]): Promise<ScanCase[]> {
  const places = rows.flatMap(({ caseId, batchId, level, ordinal }) =>
    batchId !== null && level !== null && ordinal !== null ? [{ caseId, batchId, level, ordinal: ordinal - 1 }] : [],
  );
  const texts = await codeService.textsAt(ctx, places);
  const textOf = new Map(places.map(({ caseId }, index) => [caseId, texts[index]]));
  return rows.map(({ codeText, ...row }) => ({ ...row, code: textOf.get(row.caseId) ?? codeText }));
}
