import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { audited, f } from '../core/field-kinds.ts';
import { Id, lines, optionalId, optionalText, scannedText, Time } from '../core/fields.ts';
import { defineLifeCycle } from '../core/life-cycle.ts';
import { defineResource } from '../core/resource.ts';
import { scanReasons } from './verification.ts';

/** Code of this system, dealer's stock of one batch, or unknown text. */
export const caseSubjects = ['code', 'dealer', 'text'] as const;

export const caseReasons = [...scanReasons, 'reported', 'inspected'] as const;
export type CaseReason = (typeof caseReasons)[number];

export const caseStates = ['open', 'assigned', 'judged'] as const;

/** Order of work, from the reason and the evidence. */
export const caseSeverities = ['high', 'medium', 'low'] as const;

/** Decision of staff. After a false alarm, scans of the code open no case for a period. */
export const caseVerdicts = ['genuine', 'falseAlarm', 'counterfeit', 'diversion'] as const;
export const CaseVerdict = z.enum(caseVerdicts);
export type CaseVerdict = z.output<typeof CaseVerdict>;

/** A text that is no code of the system has no product that could be genuine or diverted. */
export const verdictsFor = (subject: string): readonly CaseVerdict[] => (subject === 'text' ? ['falseAlarm', 'counterfeit'] : caseVerdicts);

export const alarmCauses = ['traveller', 'photoShared', 'staffScans', 'dispatchMissing', 'regionWrong', 'threshold', 'other'] as const;
export const AlarmCause = z.enum(alarmCauses);

/** Collects suspect scans and consumer reports for a decision by staff. */
export const scanCases = defineResource({
  domain: 'manage',
  name: 'codeCase',
  key: 'caseId',
  rest: 'scan-cases',
  ownWords: ['createBy', 'createTime', 'reason'],
  log: '案件处理',
  operations: ['list', 'read', 'add', 'export'],
  fields: {
    subject: f.choice(caseSubjects).stored(),
    reason: f.choice(caseReasons).stored(),
    state: f.choice(caseStates).stored(),
    verdict: f.choice(caseVerdicts).stored().optional(),
    cause: f.choice(alarmCauses).stored().optional(),
    batchId: f.reference().stored().optional(),
    batchNo: f.code(20).computed().optional(),
    categoryName: f.serverText().optional(),
    level: f.serverNumber().stored().optional(),
    /** From 1. */
    ordinal: f.serverNumber().optional(),
    /** Last four characters without the export permission. Unknown texts as received. */
    code: f.of('code', scannedText()).readAs(z.string().nullable()),
    channelBusinessId: f.reference().computed().optional(),
    channelBusinessName: f.serverText().optional(),
    severity: f.choice(caseSeverities).computed(),
    scanCount: f.serverNumber().stored(),
    codeCount: f.serverNumber(),
    reportCount: f.serverNumber().stored(),
    /** Latest scan or report. */
    lastTime: f.time(),
    lastRegion: f.serverText().stored().optional(),
    assigneeId: f.reference().stored().optional(),
    /** Display name and picture. */
    assignee: f.serverText().optional(),
    assigneeAvatar: f.serverText().optional(),
    note: f.lines(500).readAs(z.string().nullable()),
    judgeBy: f.serverText().optional(),
    judgeTime: f.time().optional(),
    blocked: f.boolean().computed(),
    ...audited,
    version: audited.version.stored(),
    /** Null: opened automatically. */
    createBy: audited.createBy.optional(),
  },
  moreFilters: {
    state: f.choice(caseStates),
    unjudged: f.choice(['1']),
    /** Without a decision, and without a handler who may sign in. */
    unhandled: f.choice(['1']),
    severity: f.choice(caseSeverities),
    /** Assigned to the caller, without a decision. */
    mine: f.choice(['1']),
    cause: f.choice(alarmCauses),
    batchId: f.reference(),
    channelBusinessId: f.reference(),
    assigneeId: f.reference(),
  },
  filters: ['reason', 'severity', 'code', 'verdict', 'subject', 'created'],
  tabs: { field: 'state' },
  sortable: ['createTime', 'lastTime', 'scanCount', 'reportCount'],
  columns: [
    ...(['caseId', 'reason', 'state', 'severity', 'code', 'categoryName', 'createTime', 'assignee'] as const),
    ...(['scanCount', 'reportCount', 'lastTime', 'lastRegion'] as const),
  ],
  hiddenColumns: ['reportCount', 'lastTime', 'lastRegion'],
  form: ['code', 'note'],
});

export const ScanCase = scanCases.record;

export const CaseFromScan = z.object({ scanId: z.uuid(), note: lines(500) });

/** For users who cannot read the text of the code. */
export const openCaseOfScan = defineEndpoint(scanCases, 'POST /ofScan', {
  permission: 'add',
  rest: 'POST /scan-cases/from-scan',
  body: CaseFromScan,
  data: z.object({ caseId: Id }),
  log: 'add',
});

export const caseLifeCycle = defineLifeCycle(scanCases, 'caseStateWrong', {
  judge: {
    from: ['open', 'assigned'],
    to: 'judged',
    body: z
      .object({
        verdict: CaseVerdict,
        note: lines(500),
        cause: AlarmCause.optional(),
        block: z.boolean().optional(),
      })
      .refine(({ verdict, cause }) => verdict !== 'falseAlarm' || cause !== undefined, {
        path: ['cause'],
        params: { word: 'issue.alarmCause' },
      }),
    forward: true,
  },
  /** To a user who may decide the case. Without a user, the case is open again. */
  assign: { from: ['open', 'assigned'], to: ['assigned', 'open'], body: z.object({ assigneeId: optionalId, note: optionalText(200) }) },
  note: { from: caseStates, body: z.object({ note: lines(500) }) },
  reopen: { from: ['judged'], to: 'open', body: z.object({ note: lines(500) }) },
});

export const caseActions = ['open', 'join', 'report', 'assign', 'note', 'judge', 'reopen', 'block', 'unblock'] as const;

export const CaseEvent = z.object({
  eventId: Id,
  action: z.enum(caseActions),
  /** Null: automatic. */
  userName: z.string().nullable(),
  eventTime: Time,
  note: z.string().nullable(),
  verdict: CaseVerdict.nullable(),
});

export const CaseReport = z.object({
  reportId: Id,
  words: z.string().nullable(),
  contact: z.string().nullable(),
  boughtAt: z.string().nullable(),
  /** Path below `/api`. */
  picture: z.string().nullable(),
  region: z.string().nullable(),
  device: z.string(),
  createTime: Time,
});

export const CaseScan = z.object({
  scanId: z.uuid(),
  scanTime: Time,
  verdict: z.string(),
  reason: z.enum(scanReasons).nullable(),
  sessionNo: z.int().nullable(),
  ordinal: z.int().nullable(),
  code: z.string().nullable(),
  region: z.string().nullable(),
  regionCode: z.string().nullable(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  device: z.string(),
  channel: z.string(),
});

/** Two scans of one code by different devices, farther apart than products travel in the time between them. */
export const ScanJump = z.object({
  fromScanId: z.uuid(),
  toScanId: z.uuid(),
  ordinal: z.int().nullable(),
  fromRegion: z.string(),
  fromRegionCode: z.string().nullable(),
  toRegion: z.string(),
  toRegionCode: z.string().nullable(),
  /** Of the later scan. */
  scanTime: Time,
  seconds: z.int(),
  kilometres: z.int(),
});
export type ScanJump = z.output<typeof ScanJump>;

/** The newest scans and reports, and all events. */
export const CaseEvidence = z.object({
  scans: z.array(CaseScan),
  /** At most 20, newest first. Of a code's case, among all its scans. */
  jumps: z.array(ScanJump),
  reports: z.array(CaseReport),
  events: z.array(CaseEvent),
  /** Authorised regions of the holder, as codes. Empty: no holder or no limit. */
  authorised: z.array(z.string()),
  /** End of the period in which scans of the code open no case. */
  quietUntil: Time.nullable(),
});
export type CaseEvidence = z.output<typeof CaseEvidence>;

export const caseEvidence = defineEndpoint(scanCases, 'GET /:id/evidence', { permission: 'read', data: CaseEvidence });

export const reportPicture = defineEndpoint(scanCases, 'GET /:id/report/:reportId/picture', {
  permission: 'read',
  rest: 'GET /scan-cases/:id/reports/:reportId/picture',
  file: ['image/jpeg'],
});

export const CaseCounts = z.object({
  states: z.partialRecord(z.enum(caseStates), z.int()),
  /** Assigned to the caller, without a decision. */
  mine: z.int(),
  verdicts: z.partialRecord(CaseVerdict, z.int()),
  causes: z.partialRecord(AlarmCause, z.int()),
});
export type CaseCounts = z.output<typeof CaseCounts>;

export const caseCounts = defineEndpoint(scanCases, 'GET /counts', { permission: 'list', data: CaseCounts });

export const CaseHandler = z.object({ userId: Id, userName: z.string(), nickName: z.string() });
export type CaseHandler = z.output<typeof CaseHandler>;

/** Users who may decide cases; with `caseId`, those who see it. */
export const caseHandlers = defineEndpoint(scanCases, 'GET /handlers', {
  permission: 'assign',
  query: z.object({ caseId: Id.optional() }),
  data: z.array(CaseHandler),
});
