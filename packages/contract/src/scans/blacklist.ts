import { z } from 'zod';
import { audited, createdBetween, Id, scannedText, text } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** A code for all devices, or a device or address for all codes. */
export const blockKinds = ['code', 'device', 'address'] as const;
export const BlockKind = z.enum(blockKinds);

export const Blacklist = z.object({
  blacklistId: Id,
  kind: BlockKind,
  /**
   * Codes: last four characters without the export permission. Devices: first digits. Addresses: with prefix length, e.g.
   * `203.0.113.0/24`.
   */
  target: z.string(),
  batchId: Id.nullable(),
  batchNo: z.string().nullable(),
  ordinal: z.int().nullable(),
  reason: z.string(),
  caseId: Id.nullable(),
  ...audited,
  createBy: z.string().nullable(),
});

/** `POST /manage/blacklist/ofScan`: blocks the code of a scan, for users who cannot read its text. */
export const ScanBlock = z.object({ scanId: z.uuid(), reason: text(200) });

/** Scans of blacklisted entries are suspect. Blacklisted devices and addresses count no visit. */
export const blacklists = defineResource({
  domain: 'manage',
  name: 'blacklist',
  key: 'blacklistId',
  ownWords: ['createBy', 'createTime'],
  log: '黑名单',
  operations: ['list', 'read', 'add', 'remove', 'export'],
  record: Blacklist,
  input: z.object({
    kind: BlockKind,
    /** Code, device name of 12 to 32 hexadecimal digits, or address with optional prefix length (minimum /16 or /48). */
    target: scannedText(200),
    reason: text(200),
  }),
  filters: z.object({ kind: BlockKind, target: scannedText(200), batchId: Id, ...createdBetween }).partial(),
  sortable: ['createTime'],
});
