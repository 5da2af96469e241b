import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { f } from '../core/field-kinds.ts';
import { int, Time } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

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
  sealTime: Time.nullable(),
});
export type AuditLogSeal = z.output<typeof AuditLogSeal>;

/** `check`: the last complete verification. */
export const AuditLogChain = z.object({
  sealed: z.number(),
  waiting: z.number(),
  /** Null: never checked. */
  check: z
    .object({
      time: Time,
      isIntact: z.boolean(),
      message: z.string(),
    })
    .nullable(),
  /** Later check that did not complete. */
  failure: z.object({ time: Time, message: z.string() }).nullable(),
});
export type AuditLogChain = z.output<typeof AuditLogChain>;

const asList = (value: unknown): unknown => {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return value.split(',');
  return value && typeof value === 'object' ? Object.values(value) : value;
};

/** RuoYi format: `businessType` and `status` are numbers. */
export const auditLogs = defineResource({
  domain: 'monitor',
  name: 'operlog',
  key: 'operId',
  rest: 'audit-logs',
  ownWords: ['status'],
  log: '操作日志',
  operations: ['list', 'read', 'remove', 'export'],
  fields: {
    title: f.text(50).stored(),
    businessType: f.of('choice', z.int(), { filter: int(0, 9) }, { values: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] }).stored(),
    method: f.serverText(),
    requestMethod: f.serverText(),
    operatorType: f.serverNumber(),
    operName: f.text(50).stored(),
    deptName: f.serverText(),
    operUrl: f.serverText(),
    operIp: f.code(128).stored(),
    operLocation: f.serverText(),
    operParam: f.serverText(),
    jsonResult: f.serverText(),
    /** 0 success, 1 rejection or failure. */
    status: f.of('choice', z.int(), { filter: int(0, 1) }, { values: ['0', '1'] }).stored(),
    errorMsg: f.serverText().optional(),
    operTime: f.time(),
    /** Milliseconds. */
    costTime: f.serverNumber().stored(),
  },
  filters: ['title', 'operName', 'businessType', 'status', 'operIp', 'archived', 'created'],
  moreFilters: {
    /** RuoYi notations: `businessTypes[]=1`, `businessTypes[0]=1`, `businessTypes=1,2`. */
    businessTypes: f.json(z.preprocess(asList, z.array(int(0, 9)).max(10))),
    /** 1: archived rows only. Otherwise current rows. */
    archived: f.of('choice', int(0, 1), {}, { values: ['0', '1'] }).onlyWith('auditArchive'),
  },
  sortable: ['operTime', 'costTime', 'operName'],
  columns: ['title', 'status', 'businessType', 'operName', 'deptName', 'operIp', 'operTime', 'costTime'],
});

export const AuditLog = auditLogs.record;

export const auditLogChain = defineEndpoint(auditLogs, 'GET /chain', { permission: 'list', data: AuditLogChain });
export const auditLogSeal = defineEndpoint(auditLogs, 'GET /:id/seal', { permission: 'read', data: AuditLogSeal });
export const clearAuditLog = defineEndpoint(auditLogs, 'DELETE /clean', {
  permission: 'remove',
  rest: 'POST /audit-logs/clear',
  log: 'clear',
});
