import { z } from 'zod';
import { Id, int, lines, scannedText, Time } from '../core/fields.ts';
import { Verdict } from '../public/verification.ts';
import type { WordKey } from '../words/zh-CN.ts';
import { BatchEvent } from './batchEvent.ts';

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
  status: CodeStatus,
  reason: z.string().nullable(),
});
export type CodeRun = z.output<typeof CodeRun>;

/** One code as a list shows it. (batch, ordinal) is its identity; the text is derived, never stored. */
export const Code = z.object({
  batchId: Id,
  batchNo: z.string(),
  categoryName: z.string(),
  ordinal: z.int(),
  /** Whole for those who may open codes, its middle masked for others. */
  code: z.string(),
  /** The gravest of its batch's and its own. */
  status: CodeStatus,
  /** Verification sessions so far. */
  sessions: z.int(),
  firstTime: Time.nullable(),
  lastTime: Time.nullable(),
});
export type Code = z.output<typeof Code>;

export const CodeDetail = Code.extend({
  /** What its QR code says. */
  payload: z.string(),
  gtin: z.string().nullable(),
  supplierName: z.string(),
  ownStatus: CodeStatus,
  reason: z.string().nullable(),
  batchState: z.string(),
  madeDate: z.string(),
  expiryDate: z.string().nullable(),
});
export type CodeDetail = z.output<typeof CodeDetail>;

/** One reading of a code, as its history shows it. */
const CodeSighting = z.object({
  scanId: z.uuid(),
  scanTime: Time,
  verdict: Verdict,
  sessionNo: z.int().nullable(),
  region: z.string().nullable(),
  /** Short name of the device, equal for scans of one device. */
  device: z.string(),
  channel: z.enum(['page', 'api']),
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

/** Codes of one batch, or the one that a text names. */
export const CodeFilters = z
  .object({ batchId: Id, status: CodeStatus, ordinalFrom: int(1, Number.MAX_SAFE_INTEGER), code: scannedText(200) })
  .partial();

/** An action on a run of codes of a batch, counted from 1, both ends included. */
export const CodeAct = z.object({
  batchId: Id,
  from: int(1, Number.MAX_SAFE_INTEGER),
  to: int(1, Number.MAX_SAFE_INTEGER),
  reason: lines(200),
});
export const codeActs = ['freeze', 'unfreeze', 'void'] as const;
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
  /** From a shopper back to the dealer that sold it. */
  takeBack: { from: ['sold'], to: 'shipped' },
  freeze: { from: ['issued', 'printed', 'activated', 'packed', 'shipped', 'sold'], to: 'frozen' },
  /** Back to where it was frozen. */
  unfreeze: { from: ['frozen'], to: undefined },
  recall: { from: ['issued', 'printed', 'activated', 'packed', 'shipped', 'sold', 'frozen'], to: 'recalled' },
  void: { from: ['issued', 'printed', 'activated', 'packed', 'shipped', 'sold', 'frozen', 'recalled'], to: 'void' },
} as const satisfies Record<string, { from: readonly CodeStatus[]; to: CodeStatus | undefined }>;
export type CodeStep = keyof typeof codeLifeCycle;
export const codeSteps = Object.keys(codeLifeCycle) as CodeStep[];
