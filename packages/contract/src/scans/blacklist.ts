import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { audited, f } from '../core/field-kinds.ts';
import { Id, scannedText, text } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** Scans of blacklisted entries are suspect. Blacklisted devices and addresses count no visit. */
export const blacklists = defineResource({
  domain: 'manage',
  name: 'blacklist',
  key: 'blacklistId',
  rest: 'blacklist-entries',
  ownWords: ['createBy', 'createTime'],
  log: '黑名单',
  operations: ['list', 'read', 'add', 'remove', 'export'],
  fields: {
    /** A code for all devices, or a device or address for all codes. */
    kind: f.choice(['code', 'device', 'address']).initially('code'),
    /**
     * Code, device name of 12 to 32 hexadecimal digits, or address with optional prefix length (minimum /16 or /48). Codes are read with
     * their last four characters without the export permission, devices with their first digits, addresses as `203.0.113.0/24`.
     */
    target: f.of('code', scannedText(200)),
    batchId: f.reference().stored().optional(),
    batchNo: f.code(20).computed().optional(),
    ordinal: f.serverNumber().optional(),
    reason: f.of('lines', text(200), {}, { max: 200 }),
    caseId: f.reference().stored().optional(),
    ...audited,
    createBy: audited.createBy.optional(),
    version: audited.version.stored(),
  },
  filters: ['kind', 'target', 'created'],
  moreFilters: { batchId: f.reference() },
  sortable: ['createTime'],
  columns: ['target', 'kind', 'reason', 'batchNo', 'caseId', 'createBy', 'createTime'],
  form: ['kind', 'target', 'reason'],
});

export const Blacklist = blacklists.record;

export const ScanBlock = z.object({ scanId: z.uuid(), reason: text(200) });

/** For users who cannot read the text of the code. */
export const blockScannedCode = defineEndpoint(blacklists, 'POST /ofScan', {
  permission: 'add',
  rest: 'POST /blacklist-entries/from-scan',
  body: ScanBlock,
  data: z.object({ blacklistId: Id }),
  log: 'add',
});
