import { z } from 'zod';
import { Id, int, Moment, Time, text } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** What was done by a logged call; `businessType` and `status` are numbers on the family's wire. */
export const Operlog = z.object({
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

export const operlogs = defineResource({
  domain: 'monitor',
  name: 'operlog',
  key: 'operId',
  log: '操作日志',
  operations: ['list', 'remove', 'export'],
  record: Operlog,
  input: z.object({}),
  filters: z
    .object({
      title: text(50),
      operName: text(50),
      operIp: text(128),
      businessType: int(0, 9),
      status: int(0, 1),
      /** 1: what was cleared or taken off the log; else what is on it. */
      archived: int(0, 1),
      beginTime: Moment,
      endTime: Moment,
    })
    .partial(),
  sortable: ['operTime', 'costTime', 'operName'],
});
