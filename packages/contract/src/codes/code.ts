import { z } from 'zod';
import { Id, int, lines, Moment, optionalLines, scannedText, Time } from '../core/fields.ts';
import { ListedCodes, ScanChannel } from '../scans/scan.ts';
import { Verdict } from '../scans/verification.ts';
import type { WordKey } from '../words/zh-CN.ts';
import { BatchEvent } from './batch-event.ts';
import { CodeLevel, oneSelection, PastedCodes, selectionFields } from './code-selection.ts';

/** Life of one code (product plan §3): frozen remembers and returns, void is final. */
export const codeStatuses = ['issued', 'printed', 'activated', 'packed', 'shipped', 'sold', 'frozen', 'recalled', 'void'] as const;
export const CodeStatus = z.enum(codeStatuses);
export type CodeStatus = z.output<typeof CodeStatus>;

/** Codes of a batch by status; absent: none. */
export const StatusCounts = z.partialRecord(CodeStatus, z.int());
export type StatusCounts = z.output<typeof StatusCounts>;

/** A run of codes of one batch with one status: what the wide bar of the batch page draws. Ordinals count from 1, both ends included. */
export const CodeRun = z.object({
  from: z.int(),
  to: z.int(),
  /** The gravest of the batch's, the containers' and their own. */
  status: CodeStatus,
  own: CodeStatus,
  reason: z.string().nullable(),
});
export type CodeRun = z.output<typeof CodeRun>;

/** What a code is marked as, beside its status: on the blacklist, or in a case that is not judged yet. */
export const codeFlags = ['blacklisted', 'suspect'] as const;
export const CodeFlag = z.enum(codeFlags);
export type CodeFlag = z.output<typeof CodeFlag>;

/** A box, a case or a pallet that a code is in. */
export const CodeContainer = z.object({
  batchId: Id,
  level: z.int(),
  ordinal: z.int(),
  /** As `Code.code`. */
  code: z.string().nullable(),
  /** Its number as a logistic unit, 18 digits; null where it was given none. */
  sscc: z.string().nullable(),
});
export type CodeContainer = z.output<typeof CodeContainer>;

/** One code as a list shows it. (batch, level, ordinal) is its identity; the text is derived, never stored. */
export const Code = z.object({
  batchId: Id,
  batchNo: z.string(),
  categoryName: z.string(),
  /** 0 a unit, 1 a box, 2 a case, 3 a pallet. */
  level: z.int(),
  ordinal: z.int(),
  /** Whole for those who may export codes, only its last four characters for others; null where others made it. */
  code: z.string().nullable(),
  /** As `CodeContainer.sscc`; null for a unit. */
  sscc: z.string().nullable(),
  /** The gravest of its batch's, its containers' and its own. */
  status: CodeStatus,
  /** The dealer that has it: its nearest container's, else its own. */
  holderId: z.int().nullable(),
  holderName: z.string().nullable(),
  /** The container that it is in, the nearest. */
  parent: CodeContainer.nullable(),
  flags: z.array(CodeFlag),
  /** Visits so far, those after a recall included. */
  sessions: z.int(),
  firstTime: Time.nullable(),
  lastTime: Time.nullable(),
});
export type Code = z.output<typeof Code>;

/**
 * Names a code by its place, for those who may not see its text: `#batch-level-ordinal`, taken wherever staff enter a code.
 * Ordinals count from 1.
 */
export const placeText = ({ batchId, level, ordinal }: Pick<CodeContainer, 'batchId' | 'level' | 'ordinal'>) =>
  `#${batchId}-${level}-${ordinal}`;

/** The place that a text of that form names. */
export function placeOfText(text: string): Pick<CodeContainer, 'batchId' | 'level' | 'ordinal'> | undefined {
  const [batchId, level, ordinal] = /^#([1-9]\d{0,14})-([0-3])-([1-9]\d{0,14})$/.exec(text.trim())?.slice(1).map(Number) ?? [];
  return batchId && level !== undefined && ordinal ? { batchId, level, ordinal } : undefined;
}

/** A container around a code, as the code's page shows it. */
export const CodeFrame = CodeContainer.extend({
  batchNo: z.string(),
  /** The gravest of its batch's, its containers' and its own. */
  status: CodeStatus,
  ownStatus: CodeStatus,
  /** Codes that are in it now, one level down. */
  contains: z.int(),
  /** Which of them the code, or the frame within, is; counted from 1. */
  place: z.int(),
});
export type CodeFrame = z.output<typeof CodeFrame>;

export const CodeDetail = Code.extend({
  /** What its QR code says; null where others made it, and for those who may not export codes. */
  payload: z.string().nullable(),
  gtin: z.string().nullable(),
  supplierName: z.string(),
  ownStatus: CodeStatus,
  reason: z.string().nullable(),
  batchState: z.string(),
  /** The containers around it, the nearest first. */
  frames: z.array(CodeFrame),
  /** What is in it, by level; empty for a unit. */
  content: z.array(z.object({ level: z.int(), codes: z.int() })),
  /** How many one like it is to hold; null where nothing says. */
  capacity: z.int().nullable(),
  madeDate: z.string(),
  expiryDate: z.string().nullable(),
  /** Until when wrong tries lock its second code; null: it is not locked. */
  pinLockedUntil: Time.nullable(),
  /** When its second code was first opened, and where; null: not yet. */
  pinFirstTime: Time.nullable(),
  pinFirstRegion: z.string().nullable(),
  /** Scans of consumers since its recall. */
  recalledScans: z.int(),
});
export type CodeDetail = z.output<typeof CodeDetail>;

/** One reading of a code, as its history shows it. */
const CodeSighting = z.object({
  scanId: z.uuid(),
  scanTime: Time,
  verdict: Verdict,
  sessionNo: z.int().nullable(),
  region: z.string().nullable(),
  /** Of the city, or the province where no more is known. */
  regionCode: z.string().nullable(),
  /** Position in degrees to about ten kilometres, of those who gave theirs. */
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  /** Short name of the device, equal for scans of one device. */
  device: z.string(),
  channel: ScanChannel,
  agent: z.string().nullable(),
});

/** What happened to one code: what was done to it or to its whole batch, and its newest 100 scans; each newest first. */
export const CodeHistory = z.object({ events: z.array(BatchEvent), scans: z.array(CodeSighting) });
export type CodeHistory = z.output<typeof CodeHistory>;

/** Where the codes live on the wire; a code is not a resource of the grammar, for it has no key of its own. */
export const codes = {
  path: '/manage/code',
  log: '码管理',
  permission: (verb: string) => `manage:code:${verb}`,
  word: (field: string): WordKey => `manage.code.${field}` as WordKey,
};

/**
 * Codes of one batch, of one container, those of a pasted list, or the one that a text names; every filter narrows with every other.
 * Where none of these is named: those of every batch, those issued last first. Ordinals, sessions and times need a batch, or a flag.
 */
export const CodeFilters = z
  .object({
    batchId: Id,
    /** The goods of their batch. */
    categoryId: Id,
    /** Units unless said otherwise; of a container, what is directly in it. */
    level: CodeLevel,
    status: CodeStatus,
    /** Both ends included. */
    ordinalFrom: int(1, Number.MAX_SAFE_INTEGER),
    ordinalTo: int(1, Number.MAX_SAFE_INTEGER),
    code: scannedText(),
    codes: ListedCodes,
    /** The dealer that has them. */
    holderId: Id,
    /** The code of a container. */
    parent: scannedText(),
    flag: CodeFlag,
    /** Verification sessions, both ends included; what was never verified has 0. */
    sessionsFrom: int(0, Number.MAX_SAFE_INTEGER),
    sessionsTo: int(0, Number.MAX_SAFE_INTEGER),
    /** Of the first verification. */
    beginTime: Moment,
    endTime: Moment,
  })
  .partial();

/** An action on codes that somebody selected. */
export const CodeAct = z.object({ ...selectionFields, reason: lines(200) }).superRefine(oneSelection);

/** A scanned list: what a container holds. */
export const PackList = z.object({
  /** The code on the box, case or pallet. */
  container: scannedText(),
  codes: PastedCodes,
  /** Absent: the list is all that is in it, and whatever else it held is out. True: the list joins what is in it. */
  join: z.boolean().optional(),
  /** Takes out of other containers what is in them; without it such a code stops the list. */
  move: z.boolean().optional(),
});
export type PackList = z.output<typeof PackList>;

/** Codes to be taken out of their containers; a container named by `container` is emptied and stays where it is. */
export const UnpackList = z.object({ ...selectionFields, reason: optionalLines(200) }).superRefine(oneSelection);
export type UnpackList = z.output<typeof UnpackList>;

/** A container that gets another label: `container` is what its present one says. */
export const RelabelInput = z.object({ container: scannedText(), reason: lines(200) });
export type RelabelInput = z.output<typeof RelabelInput>;

/** The code whose second code is unlocked. */
export const PinUnlockInput = z.object({ code: scannedText(), reason: lines(200) });
export type PinUnlockInput = z.output<typeof PinUnlockInput>;

export const codeActs = ['takeBack', 'freeze', 'unfreeze', 'void'] as const;
export type CodeActName = (typeof codeActs)[number];

/**
 * Which statuses each act leads from; what has another status stops it. An act on codes never moves their batch, but the first
 * activation. Shipping names the dealer that holds the codes from then on, and leads from dealer to dealer.
 */
export const codeLifeCycle = {
  print: { from: ['issued'], to: 'printed' },
  activate: { from: ['issued', 'printed'], to: 'activated' },
  /** Into a container; from one to another they stay packed. */
  pack: { from: ['activated', 'packed'], to: 'packed' },
  unpack: { from: ['packed'], to: 'activated' },
  ship: { from: ['activated', 'packed', 'shipped'], to: 'shipped' },
  sell: { from: ['shipped'], to: 'sold' },
  /** Back to the maker: nobody holds them any more. */
  return: { from: ['shipped'], to: 'activated' },
  /** From a consumer back to the dealer that sold it, which holds it still. */
  takeBack: { from: ['sold'], to: 'shipped' },
  freeze: { from: ['issued', 'printed', 'activated', 'packed', 'shipped', 'sold'], to: 'frozen' },
  /** Back to where it was frozen. */
  unfreeze: { from: ['frozen'], to: undefined },
  recall: { from: ['issued', 'printed', 'activated', 'packed', 'shipped', 'sold', 'frozen'], to: 'recalled' },
  void: { from: ['issued', 'printed', 'activated', 'packed', 'shipped', 'sold', 'frozen', 'recalled'], to: 'void' },
} as const satisfies Record<string, { from: readonly CodeStatus[]; to: CodeStatus | undefined }>;
export type CodeStep = keyof typeof codeLifeCycle;
export const codeSteps = Object.keys(codeLifeCycle) as CodeStep[];
