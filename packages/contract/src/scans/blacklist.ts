import { z } from 'zod';
import { audited, createdBetween, Id, scannedText, text } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** What is blacklisted: a code, whoever asks for it; a device or an address, whatever it asks for. */
export const blockKinds = ['code', 'device', 'address'] as const;
export const BlockKind = z.enum(blockKinds);

export const Blacklist = z.object({
  blacklistId: Id,
  kind: BlockKind,
  /** A code by its last four characters unless the asker may export codes; a device by its first digits; an address with its length, e.g. `203.0.113.0/24`. */
  target: z.string(),
  batchId: Id.nullable(),
  batchNo: z.string().nullable(),
  ordinal: z.int().nullable(),
  reason: z.string(),
  /** The case that it came from. */
  caseId: Id.nullable(),
  ...audited,
  createBy: z.string().nullable(),
});

/** `POST /manage/blacklist/ofScan`: the code of a scan, whose text nobody here may have. */
export const ScanBlock = z.object({ scanId: z.uuid(), reason: text(200) });

/** The blacklist: what is on it is told to be suspect, and a device or address on it counts no session. */
export const blacklists = defineResource({
  domain: 'manage',
  name: 'blacklist',
  key: 'blacklistId',
  log: '黑名单',
  operations: ['list', 'read', 'add', 'remove', 'export'],
  record: Blacklist,
  input: z.object({
    kind: BlockKind,
    /** The code's text, the device's name of 12 to 32 hexadecimal digits, or an address with or without its length (from /16, /48). */
    target: scannedText(200),
    reason: text(200),
  }),
  filters: z.object({ kind: BlockKind, target: scannedText(200), batchId: Id, ...createdBetween }).partial(),
  sortable: ['createTime'],
});
