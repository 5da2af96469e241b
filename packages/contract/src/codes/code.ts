import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { f } from '../core/field-kinds.ts';
import { Id, int, lines, optionalLines, scannedText, Time } from '../core/fields.ts';
import { defineResource, type FiltersOf, type RecordOf } from '../core/resource.ts';
import { ListedCodes, ScanChannel } from '../scans/scan.ts';
import { Verdict } from '../scans/verification.ts';
import { BatchEvent } from './batch-event.ts';
import { CodeLevel, codeLevels, oneSelection, PastedCodes, selectionFields } from './code-selection.ts';

/** Unfreezing restores the previous status. Void is final. */
export const codeStatuses = ['issued', 'printed', 'activated', 'packed', 'shipped', 'sold', 'frozen', 'recalled', 'void'] as const;
export const CodeStatus = z.enum(codeStatuses);
export type CodeStatus = z.output<typeof CodeStatus>;

/** Of codes, containers and batches. Most severe first. */
export const stoppedStatuses = ['void', 'recalled', 'frozen'] as const satisfies readonly CodeStatus[];
export const isStopped = (status: string | null): boolean => (stoppedStatuses as readonly (string | null)[]).includes(status);

/** Absent: none. */
export const StatusCounts = z.partialRecord(CodeStatus, z.int());
export type StatusCounts = z.output<typeof StatusCounts>;

/** From 1, both ends included. */
export const CodeRun = z.object({
  from: z.int(),
  to: z.int(),
  /** The most severe status of batch, containers and code. */
  status: CodeStatus,
  own: CodeStatus,
  reason: z.string().nullable(),
});
export type CodeRun = z.output<typeof CodeRun>;

/** `suspect`: part of an undecided case. */
export const codeFlags = ['blacklisted', 'suspect'] as const;
export const CodeFlag = z.enum(codeFlags);
export type CodeFlag = z.output<typeof CodeFlag>;

export const CodeContainer = z.object({
  batchId: Id,
  level: z.int(),
  ordinal: z.int(),
  code: z.string().nullable(),
  /** 18 digits. Null if none is assigned. */
  sscc: z.string().nullable(),
});
export type CodeContainer = z.output<typeof CodeContainer>;

const ordinalBound = f.number(1, Number.MAX_SAFE_INTEGER);
/** 0: never verified. */
const visitBound = f.number(0, Number.MAX_SAFE_INTEGER);

/**
 * Identified by batch, level and ordinal. The text is never stored. All filters combine with AND. Without batch, container, list or code,
 * the list covers all batches, newest issue first. Ordinals, visits and times require a batch or a flag.
 */
export const codes = defineResource({
  domain: 'manage',
  name: 'code',
  /** Part of what identifies a code, which has no key. */
  key: 'batchId',
  rest: 'codes',
  ownWords: ['status', 'reason'],
  log: '码管理',
  operations: ['list'],
  fields: {
    batchId: f.reference().stored(),
    batchNo: f.code(20).computed(),
    categoryName: f.serverText(),
    /** 0 unit, 1 box, 2 case, 3 pallet. The filter is absent for units, or the direct content of a container. */
    level: f.of('choice', z.int(), { filter: CodeLevel }, { values: codeLevels.map(String) }).stored(),
    ordinal: f.serverNumber(),
    /** Last four characters without the export permission. Null for foreign codes. */
    code: f.of('code', z.string(), { filter: scannedText() }).stored().optional(),
    /** Null for units. */
    sscc: f.code(18).computed().optional(),
    /** The most severe status of batch, containers and code. */
    status: f.choice(codeStatuses).stored(),
    /** Of the nearest container, or else of the code itself. */
    holderId: f.of('reference', z.int(), { filter: Id }).stored().optional(),
    holderName: f.serverText().optional(),
    parent: f.json(CodeContainer).computed().optional(),
    flags: f.json(z.array(CodeFlag)).computed(),
    /** Includes visits after a recall. */
    sessions: f.serverNumber(),
    /** Of the first visit. Null if there was none before a recall. */
    firstTime: f.time().optional(),
    /** Null before the first visit. */
    lastTime: f.time().optional(),
  },
  /** `created` is the time of the first verification. Ranges include both ends. */
  filters: [
    ...(['code', 'batchId', 'categoryId', 'status', 'level', 'holderId', 'parent', 'flag'] as const),
    ...(['sessionsFrom', 'created', 'codes', 'ordinalFrom'] as const),
  ],
  moreFilters: {
    categoryId: f.reference(),
    parent: f.of('code', scannedText()),
    flag: f.choice(codeFlags),
    sessionsFrom: visitBound,
    sessionsTo: visitBound,
    codes: f.json(ListedCodes),
    ordinalFrom: ordinalBound,
    ordinalTo: ordinalBound,
  },
  sortable: [],
  columns: ['code', 'status', 'ordinal', 'holderName', 'parent', 'batchNo', 'categoryName', 'sessions', 'firstTime', 'lastTime'],
});

export const Code = codes.record;
export type Code = RecordOf<typeof codes>;
export type CodeFilters = FiltersOf<typeof codes>;

/** `#batch-level-ordinal`, for users who cannot read the code. Accepted wherever staff enter a code. */
export const placeText = ({ batchId, level, ordinal }: Pick<CodeContainer, 'batchId' | 'level' | 'ordinal'>) =>
  `#${batchId}-${level}-${ordinal}`;

/** Inverse of `placeText`. */
export function placeOfText(text: string): Pick<CodeContainer, 'batchId' | 'level' | 'ordinal'> | undefined {
  const [batchId, level, ordinal] = /^#([1-9]\d{0,14})-([0-3])-([1-9]\d{0,14})$/.exec(text.trim())?.slice(1).map(Number) ?? [];
  return batchId && level !== undefined && ordinal ? { batchId, level, ordinal } : undefined;
}

export const CodeFrame = CodeContainer.extend({
  batchNo: z.string(),
  /** The most severe status of batch, containers and code. */
  status: CodeStatus,
  ownStatus: CodeStatus,
  /** Direct children only. */
  contains: z.int(),
  /** Position of the code or inner container, from 1. */
  place: z.int(),
});
export type CodeFrame = z.output<typeof CodeFrame>;

export const CodeDetail = Code.extend({
  /** Null for foreign codes, and without the export permission. */
  payload: z.string().nullable(),
  gtin: z.string().nullable(),
  supplierName: z.string(),
  ownStatus: CodeStatus,
  reason: z.string().nullable(),
  batchState: z.string(),
  /** Innermost first. */
  frames: z.array(CodeFrame),
  /** By level. Empty for units. */
  content: z.array(z.object({ level: z.int(), codes: z.int() })),
  /** Null if unknown. */
  capacity: z.int().nullable(),
  madeDate: z.string(),
  expiryDate: z.string().nullable(),
  /** Null: not locked. */
  pinLockedUntil: Time.nullable(),
  /** First correct PIN entry. */
  pinFirstTime: Time.nullable(),
  pinFirstRegion: z.string().nullable(),
  recalledScans: z.int(),
});
export type CodeDetail = z.output<typeof CodeDetail>;

const CodeSighting = z.object({
  scanId: z.uuid(),
  scanTime: Time,
  verdict: Verdict,
  sessionNo: z.int().nullable(),
  region: z.string().nullable(),
  /** Province if the city is unknown. */
  regionCode: z.string().nullable(),
  /** Degrees, rounded to about ten kilometres. Null unless shared. */
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  /** Equal for all scans of one device. */
  device: z.string(),
  channel: ScanChannel,
  agent: z.string().nullable(),
});

/** The newest 100 scans. Both newest first. */
export const CodeHistory = z.object({ events: z.array(BatchEvent), scans: z.array(CodeSighting) });
export type CodeHistory = z.output<typeof CodeHistory>;

export const codePage = defineEndpoint(codes, 'GET /list', { permission: 'list', filters: codes.filters, rows: Code });

/** By text, or by batch, level and ordinal. */
const CodeName = z
  .object({ code: scannedText(), batchId: Id, level: CodeLevel, ordinal: int(1, Number.MAX_SAFE_INTEGER) })
  .partial()
  .superRefine(({ code, batchId, ordinal }, { addIssue }) => {
    if (code === undefined && (batchId === undefined || ordinal === undefined))
      addIssue({ code: 'invalid_type', expected: 'string', input: undefined, path: ['code'] });
  });

export const codeDetail = defineEndpoint(codes, 'GET /detail', { permission: 'query', query: CodeName, data: CodeDetail });
export const codeHistory = defineEndpoint(codes, 'GET /history', { permission: 'query', query: CodeName, data: CodeHistory });

export const PackList = z.object({
  container: scannedText(),
  codes: PastedCodes,
  /** True: adds the codes to the content. Absent: the codes replace the content. */
  join: z.boolean().optional(),
  /** Otherwise a code in another container rejects the list. */
  move: z.boolean().optional(),
});
export type PackList = z.output<typeof PackList>;

/** Codes put into the container, and taken out of it. */
const PackResult = z.object({ packed: z.int(), released: z.int() });
export const packCodes = defineEndpoint(codes, 'PUT /pack', { permission: 'pack', body: PackList, data: PackResult, log: 'edit' });

/** `container` is emptied and remains in its parent. */
export const UnpackList = z.object({ ...selectionFields, reason: optionalLines(200) }).superRefine(oneSelection);
export type UnpackList = z.output<typeof UnpackList>;
export const unpackCodes = defineEndpoint(codes, 'PUT /unpack', { permission: 'unpack', body: UnpackList, data: PackResult, log: 'edit' });

/** `container` is the code on the current label. */
export const RelabelInput = z.object({ container: scannedText(), reason: lines(200) });
export type RelabelInput = z.output<typeof RelabelInput>;
/** Returns the new label. */
export const relabelContainer = defineEndpoint(codes, 'PUT /relabel', {
  permission: 'relabel',
  body: RelabelInput,
  data: CodeContainer,
  log: 'edit',
});

export const PinUnlockInput = z.object({ code: scannedText(), reason: lines(200) });
export type PinUnlockInput = z.output<typeof PinUnlockInput>;
export const unlockCodePin = defineEndpoint(codes, 'PUT /unlockPin', { permission: 'unlockPin', body: PinUnlockInput, log: 'edit' });

export const codeActs = ['takeBack', 'freeze', 'unfreeze', 'void'] as const;
export type CodeActName = (typeof codeActs)[number];

const CodeAct = z.object({ ...selectionFields, reason: lines(200) }).superRefine(oneSelection);
export const actOnCodes = (act: CodeActName) => defineEndpoint(codes, `PUT /${act}`, { permission: act, body: CodeAct, log: 'edit' });

/**
 * Allowed source statuses. Only the first activation changes the state of the batch. Shipping sets the holder, and also works between
 * dealers.
 */
export const codeLifeCycle = {
  print: { from: ['issued'], to: 'printed' },
  activate: { from: ['issued', 'printed'], to: 'activated' },
  /** Includes moves between containers. */
  pack: { from: ['activated', 'packed'], to: 'packed' },
  unpack: { from: ['packed'], to: 'activated' },
  ship: { from: ['activated', 'packed', 'shipped'], to: 'shipped' },
  sell: { from: ['shipped'], to: 'sold' },
  /** To the manufacturer. Codes then have no holder. */
  return: { from: ['shipped'], to: 'activated' },
  /** To the dealer, which is still the holder. */
  takeBack: { from: ['sold'], to: 'shipped' },
  freeze: { from: ['issued', 'printed', 'activated', 'packed', 'shipped', 'sold'], to: 'frozen' },
  /** Restores the status before the freeze. */
  unfreeze: { from: ['frozen'], to: undefined },
  recall: { from: ['issued', 'printed', 'activated', 'packed', 'shipped', 'sold', 'frozen'], to: 'recalled' },
  void: { from: ['issued', 'printed', 'activated', 'packed', 'shipped', 'sold', 'frozen', 'recalled'], to: 'void' },
} as const satisfies Record<string, { from: readonly CodeStatus[]; to: CodeStatus | undefined }>;
export type CodeStep = keyof typeof codeLifeCycle;
