import { z } from 'zod';
import { Id, int, Moment, Time, text } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** What was done by a logged call; `businessType` and `status` are numbers on the family's wire. */
export const AuditLog = z.object({
  operId: Id,
  title: z.string(),
  businessType: z.int(),
  method: z.string(),
  requestMethod: z.string(),
  operatorType: z.int(),
  operName: z.string(),
  deptName: z.string(),
  operUrl: z.string(),
  operIp: z.string(),
  operLocation: z.string(),
  operParam: z.string(),
  jsonResult: z.string(),
  /** 0 done, 1 refused or failed. */
  status: z.int(),
  errorMsg: z.string().nullable(),
  operTime: Time,
  /** Milliseconds. */
  costTime: z.int(),
});

/**
 * How one row stands in the chain: sealed and as it was; waiting for its seal, a second at most; changed since; sealed by somebody else;
 * or put there past the server.
 */
export const AuditLogSealState = z.enum(['sealed', 'waiting', 'changed', 'forged', 'stranger']);
export type AuditLogSealState = z.output<typeof AuditLogSealState>;

export const AuditLogSeal = z.object({
  state: AuditLogSealState,
  /** Its number in the chain, its seal and the one before it (hexadecimal); null where it has none. */
  seal: z.number().nullable(),
  hash: z.string().nullable(),
  before: z.string().nullable(),
  sealTime: z.string().nullable(),
});
export type AuditLogSeal = z.output<typeof AuditLogSeal>;

/** The chain as a whole, and what the last look at all of it found. */
export const AuditLogChain = z.object({
  sealed: z.number(),
  waiting: z.number(),
  /** Null: nobody has looked yet. */
  check: z
    .object({
      time: z.string(),
      whole: z.boolean(),
      said: z.string(),
    })
    .nullable(),
  /** A verification that was begun after that look and could not be done, and why; null: none. */
  failure: z.object({ time: z.string(), said: z.string() }).nullable(),
});
export type AuditLogChain = z.output<typeof AuditLogChain>;

/** A list however a client spells it. */
const asList = (given: unknown): unknown => {
  if (Array.isArray(given)) return given;
  if (typeof given === 'string') return given.split(',');
  return given && typeof given === 'object' ? Object.values(given) : given;
};

export const auditLogs = defineResource({
  domain: 'monitor',
  name: 'operlog',
  key: 'operId',
  log: '操作日志',
  operations: ['list', 'read', 'remove', 'export'],
  record: AuditLog,
  input: z.object({}),
  filters: z
    .object({
      title: text(50),
      operName: text(50),
      operIp: text(128),
      businessType: int(0, 9),
      /** Several of them, in any of the family's spellings: `businessTypes[]=1`, `businessTypes[0]=1`, `businessTypes=1,2`. */
      businessTypes: z.preprocess(asList, z.array(int(0, 9)).max(10)),
      status: int(0, 1),
      /** 1: what was cleared or taken off the log; else what is on it. */
      archived: int(0, 1),
      beginTime: Moment,
      endTime: Moment,
    })
    .partial(),
  sortable: ['operTime', 'costTime', 'operName'],
});
