import { z } from 'zod';
import { audited, createdBetween, Id, lines, optionalId, optionalText, scannedText, Time } from '../core/fields.ts';
import { defineAction, defineResource } from '../core/resource.ts';
import { scanReasons } from './verification.ts';

/** Code of this system, dealer's stock of one batch, or unknown text. */
export const caseSubjects = ['code', 'dealer', 'text'] as const;
export const CaseSubject = z.enum(caseSubjects);

export const caseReasons = [...scanReasons, 'reported', 'inspected'] as const;
export const CaseReason = z.enum(caseReasons);
export type CaseReason = z.output<typeof CaseReason>;

export const caseStates = ['open', 'assigned', 'judged'] as const;
export const CaseState = z.enum(caseStates);
export type CaseState = z.output<typeof CaseState>;

/** Decision of staff. After a false alarm, scans of the code open no case for a period. */
export const caseVerdicts = ['genuine', 'falseAlarm', 'counterfeit', 'diversion'] as const;
export const CaseVerdict = z.enum(caseVerdicts);
export type CaseVerdict = z.output<typeof CaseVerdict>;

export const alarmCauses = ['traveller', 'photoShared', 'staffScans', 'dispatchMissing', 'regionWrong', 'threshold', 'other'] as const;
export const AlarmCause = z.enum(alarmCauses);

export const ScanCase = z.object({
  caseId: Id,
  subject: CaseSubject,
  reason: CaseReason,
  state: CaseState,
  verdict: CaseVerdict.nullable(),
  cause: AlarmCause.nullable(),
  batchId: Id.nullable(),
  batchNo: z.string().nullable(),
  categoryName: z.string().nullable(),
  level: z.int().nullable(),
  /** From 1. */
  ordinal: z.int().nullable(),
  /** Last four characters without the export permission. Unknown texts as received. */
  code: z.string().nullable(),
  channelBusinessId: Id.nullable(),
  channelBusinessName: z.string().nullable(),
  scanCount: z.int(),
  codeCount: z.int(),
  reportCount: z.int(),
  /** Latest scan or report. */
  lastTime: Time,
  lastRegion: z.string().nullable(),
  assigneeId: Id.nullable(),
  assignee: z.string().nullable(),
  note: z.string().nullable(),
  judgeBy: z.string().nullable(),
  judgeTime: Time.nullable(),
  blocked: z.boolean(),
  ...audited,
  /** Null: opened automatically. */
  createBy: z.string().nullable(),
});

const ScanCaseInput = z.object({ code: scannedText(), note: lines(500) });

/** `POST /manage/codeCase/ofScan`, for users who cannot read the text of the code. */
export const CaseFromScan = z.object({ scanId: z.uuid(), note: lines(500) });

/** Collects suspect scans and consumer reports for a decision by staff. */
export const scanCases = defineResource({
  domain: 'manage',
  name: 'codeCase',
  key: 'caseId',
  ownWords: ['createBy', 'createTime', 'reason'],
  log: '案件处理',
  operations: ['list', 'read', 'add', 'export'],
  record: ScanCase,
  input: ScanCaseInput,
  filters: z
    .object({
      state: CaseState,
      unjudged: z.literal('1'),
      verdict: CaseVerdict,
      reason: CaseReason,
      subject: CaseSubject,
      cause: AlarmCause,
      batchId: Id,
      channelBusinessId: Id,
      assigneeId: Id,
      code: scannedText(),
      ...createdBetween,
    })
    .partial(),
  sortable: ['createTime', 'lastTime', 'scanCount', 'reportCount'],
});

/** Assigns a case to a user who may decide it. Without a user, the case is open again. */
export const assignCase = defineAction(scanCases, 'assign', z.object({ assigneeId: optionalId, note: optionalText(200) }));

export const noteCase = defineAction(scanCases, 'note', z.object({ note: lines(500) }));

export const decideCase = defineAction(
  scanCases,
  'judge',
  z
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
);

export const reopenCase = defineAction(scanCases, 'reopen', z.object({ note: lines(500) }));

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

/** `GET /manage/codeCase/{id}/evidence`: the newest scans and reports, and all events. */
export const CaseEvidence = z.object({
  scans: z.array(CaseScan),
  reports: z.array(CaseReport),
  events: z.array(CaseEvent),
  /** Authorised regions of the holder, as codes. Empty: no holder or no limit. */
  authorised: z.array(z.string()),
  /** End of the period in which scans of the code open no case. */
  quietUntil: Time.nullable(),
});
export type CaseEvidence = z.output<typeof CaseEvidence>;

/** `GET /manage/codeCase/counts`. */
export const CaseCounts = z.object({
  states: z.partialRecord(CaseState, z.int()),
  verdicts: z.partialRecord(CaseVerdict, z.int()),
  causes: z.partialRecord(AlarmCause, z.int()),
});
export type CaseCounts = z.output<typeof CaseCounts>;

export const CaseHandler = z.object({ userId: Id, userName: z.string(), nickName: z.string() });
export type CaseHandler = z.output<typeof CaseHandler>;
