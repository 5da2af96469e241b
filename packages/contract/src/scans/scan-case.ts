import { z } from 'zod';
import { defineAction } from '../core/action.ts';
import { audited, createdBetween, Id, lines, optionalId, optionalText, scannedText, Time } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';
import { scanReasons } from './verification.ts';

/** What a case is about: one code of ours, a dealer's goods of one batch outside their region, or a text that is no code of ours. */
export const caseSubjects = ['code', 'dealer', 'text'] as const;
export const CaseSubject = z.enum(caseSubjects);

/** Why it was opened: what the scans said, a shopper's report, or staff. */
export const caseReasons = [...scanReasons, 'reported', 'inspected'] as const;
export const CaseReason = z.enum(caseReasons);
export type CaseReason = z.output<typeof CaseReason>;

export const caseStates = ['open', 'assigned', 'judged'] as const;
export const CaseState = z.enum(caseStates);
export type CaseState = z.output<typeof CaseState>;

/** What staff found. A false alarm makes the code quiet: its later scans open nothing for a while. */
export const caseVerdicts = ['genuine', 'falseAlarm', 'counterfeit', 'diversion'] as const;
export const CaseVerdict = z.enum(caseVerdicts);
export type CaseVerdict = z.output<typeof CaseVerdict>;

/** What a false alarm came from, so that it can be put right. */
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
  /** Counted from 1. */
  ordinal: z.int().nullable(),
  /** Of a code: its last four characters unless the asker may export codes. Of a text: as received. */
  code: z.string().nullable(),
  channelBusinessId: Id.nullable(),
  channelBusinessName: z.string().nullable(),
  /** Scans that are its evidence. */
  scanCount: z.int(),
  /** Distinct codes among them. */
  codeCount: z.int(),
  reportCount: z.int(),
  /** Of the latest scan or report. */
  lastTime: Time,
  lastRegion: z.string().nullable(),
  assigneeId: Id.nullable(),
  assignee: z.string().nullable(),
  note: z.string().nullable(),
  judgeBy: z.string().nullable(),
  judgeTime: Time.nullable(),
  /** Whether the code is on the blacklist. */
  blocked: z.boolean(),
  ...audited,
  /** Absent: the system opened it. */
  createBy: z.string().nullable(),
});

/** Opened by hand, for one code: its text, and what was seen. */
const ScanCaseInput = z.object({ code: scannedText(), note: lines(500) });

/** `POST /manage/codeCase/ofScan`: opened by hand for the code of a scan, whose text nobody here may have. */
export const CaseFromScan = z.object({ scanId: z.uuid(), note: lines(500) });

/** What suspect scans and consumers’ reports are gathered in, for staff to judge. */
export const scanCases = defineResource({
  domain: 'manage',
  name: 'codeCase',
  key: 'caseId',
  log: '案件处理',
  operations: ['list', 'read', 'add', 'export'],
  record: ScanCase,
  input: ScanCaseInput,
  filters: z
    .object({
      state: CaseState,
      /** Open or assigned: still to be judged. */
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

/** Gives a case to somebody who may judge; to nobody: it is open again. */
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
      /** Also puts the code on the blacklist. */
      block: z.boolean().optional(),
    })
    .refine(({ verdict, cause }) => verdict !== 'falseAlarm' || cause !== undefined, {
      path: ['cause'],
      params: { word: 'issue.alarmCause' },
    }),
);

/** A judgement was wrong, or something new came up. */
export const reopenCase = defineAction(scanCases, 'reopen', z.object({ note: lines(500) }));

export const caseActions = ['open', 'join', 'report', 'assign', 'note', 'judge', 'reopen', 'block', 'unblock'] as const;

export const CaseEvent = z.object({
  eventId: Id,
  action: z.enum(caseActions),
  /** Absent: the system. */
  userName: z.string().nullable(),
  eventTime: Time,
  note: z.string().nullable(),
  verdict: CaseVerdict.nullable(),
});

/** A consumer's words, with what they sent. */
export const CaseReport = z.object({
  reportId: Id,
  words: z.string().nullable(),
  contact: z.string().nullable(),
  boughtAt: z.string().nullable(),
  /** Address of the picture below `/api`; null where none came. */
  picture: z.string().nullable(),
  region: z.string().nullable(),
  device: z.string(),
  createTime: Time,
});

/** A scan that is evidence. */
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

/** `GET /manage/codeCase/{id}/evidence`: the newest scans and reports, and all that happened. */
export const CaseEvidence = z.object({
  scans: z.array(CaseScan),
  reports: z.array(CaseReport),
  events: z.array(CaseEvent),
  /** Regions that the goods' holder may sell in, by code; empty where there is no holder or no limit. */
  authorised: z.array(z.string()),
  /** Until when the code is quiet. */
  quietUntil: Time.nullable(),
});
export type CaseEvidence = z.output<typeof CaseEvidence>;

/** `GET /manage/codeCase/counts`: how many cases stand where, and what judged ones turned out to be. */
export const CaseCounts = z.object({
  states: z.partialRecord(CaseState, z.int()),
  verdicts: z.partialRecord(CaseVerdict, z.int()),
  causes: z.partialRecord(AlarmCause, z.int()),
});
export type CaseCounts = z.output<typeof CaseCounts>;

/** Who may be given a case. */
export const CaseHandler = z.object({ userId: Id, userName: z.string(), nickName: z.string() });
export type CaseHandler = z.output<typeof CaseHandler>;
