import { z } from 'zod';
import { Flag, Id, Moment, Time, text } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** RuoYi format. */
export const runMessage = (jobName: string, milliseconds: number, message: string): string =>
  [`${jobName} 总共耗时：${milliseconds}毫秒`, message].filter(Boolean).join('；');

/** The message without name and duration, which have separate columns. Other formats remain unchanged. */
export const parseRunMessage = (message: string): string => message.replace(/^.*? 总共耗时：\d+毫秒(；|$)/s, '');

export const JobLog = z.object({
  jobLogId: Id,
  jobId: Id.nullable(),
  jobName: z.string(),
  jobGroup: z.string(),
  invokeTarget: z.string(),
  jobMessage: z.string(),
  /** `0` success, `1` failure. */
  status: Flag,
  exceptionInfo: z.string(),
  /** Scheduled time. Null: started manually. */
  dueTime: Time.nullable(),
  startTime: Time,
  /** Null: running. */
  endTime: Time.nullable(),
  /** Milliseconds. Null while running. */
  costTime: z.int().nullable(),
  createTime: Time,
});

export const jobLogs = defineResource({
  domain: 'monitor',
  name: 'jobLog',
  key: 'jobLogId',
  log: '定时任务调度日志',
  permissionPrefix: 'monitor:job',
  ownWords: ['createTime', 'status'],
  operations: ['list', 'read', 'remove', 'export'],
  record: JobLog,
  input: z.object({}),
  filters: z
    .object({
      jobId: Id,
      jobName: text(64),
      jobGroup: text(64),
      status: Flag,
      invokeTarget: text(500),
      beginTime: Moment,
      endTime: Moment,
    })
    .partial(),
  sortable: ['createTime', 'costTime'],
});
