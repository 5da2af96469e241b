import { z } from 'zod';
import { Id, int, Moment, Time, text } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** RuoYi format: `businessType` and `status` are numbers. */
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
  /** 0 success, 1 rejection or failure. */
  status: z.int(),
  errorMsg: z.string().nullable(),
  operTime: Time,
  /** Milliseconds. */
  costTime: z.int(),
});

/**
 * Integrity of one row in the hash chain. `waiting`: not yet sealed, at most a second. `changed`: changed after sealing.
 * `forged`: sealed by another program. `stranger`: not inserted by the server.
 */
export const AuditLogSealState = z.enum(['sealed', 'waiting', 'changed', 'forged', 'stranger']);
export type AuditLogSealState = z.output<typeof AuditLogSealState>;

export const AuditLogSeal = z.object({
  state: AuditLogSealState,
  /** Number in the chain, hash, and hash of the previous seal (hexadecimal). Null without a seal. */
  seal: z.number().nullable(),
  hash: z.string().nullable(),
  before: z.string().nullable(),
  sealTime: z.string().nullable(),
});
export type AuditLogSeal = z.output<typeof AuditLogSeal>;

/** `check`: the last complete verification. */
export const AuditLogChain = z.object({
  sealed: z.number(),
  waiting: z.number(),
  /** Null: never checked. */
  check: z
    .object({
      time: z.string(),
      whole: z.boolean(),
      said: z.string(),
    })
    .nullable(),
  /** Later check that did not complete. */
  failure: z.object({ time: z.string(), said: z.string() }).nullable(),
});
export type AuditLogChain = z.output<typeof AuditLogChain>;

const asList = (value: unknown): unknown => {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return value.split(',');
  return value && typeof value === 'object' ? Object.values(value) : value;
};

export const auditLogs = defineResource({
  domain: 'monitor',
  name: 'operlog',
  key: 'operId',
  ownWords: ['status'],
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
      /** RuoYi notations: `businessTypes[]=1`, `businessTypes[0]=1`, `businessTypes=1,2`. */
      businessTypes: z.preprocess(asList, z.array(int(0, 9)).max(10)),
      status: int(0, 1),
      /** 1: archived rows only. Otherwise current rows. */
      archived: int(0, 1),
      beginTime: Moment,
      endTime: Moment,
    })
    .partial(),
  sortable: ['operTime', 'costTime', 'operName'],
});
