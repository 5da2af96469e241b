import { defineEndpoint } from '../core/endpoint.ts';
import { f } from '../core/field-kinds.ts';
import { text } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** RuoYi format. */
export const runMessage = (jobName: string, milliseconds: number, message: string): string =>
  [`${jobName} 总共耗时：${milliseconds}毫秒`, message].filter(Boolean).join('；');

/** The message without name and duration, which have separate columns. Other formats remain unchanged. */
export const parseRunMessage = (message: string): string => message.replace(/^.*? 总共耗时：\d+毫秒(；|$)/s, '');

export const jobLogs = defineResource({
  domain: 'monitor',
  name: 'jobLog',
  key: 'jobLogId',
  rest: 'job-logs',
  log: '定时任务调度日志',
  permissionPrefix: 'monitor:job',
  ownWords: ['createTime', 'status'],
  operations: ['list', 'read', 'remove', 'export'],
  fields: {
    jobId: f.reference().stored().optional().onlyWith('jobLogDetails'),
    jobName: f.text(64).stored(),
    jobGroup: f.of('choice', text(64)).stored(),
    invokeTarget: f.code(500).stored(),
    jobMessage: f.serverText(),
    /** `0` success, `1` failure. */
    status: f.flag().stored(),
    exceptionInfo: f.serverText(),
    /** Scheduled time. Null: started manually. */
    dueTime: f.time().optional().onlyWith('jobLogDetails'),
    startTime: f.time().onlyWith('jobLogDetails'),
    /** Null: running. */
    endTime: f.time().optional(),
    /** Milliseconds. Null while running. */
    costTime: f.serverNumber().stored().optional().onlyWith('jobLogDetails'),
    createTime: f.time(),
  },
  filters: ['jobName', 'status', 'created', 'jobGroup', 'jobId'],
  /** Set by links. */
  moreFilters: { invokeTarget: f.code(500) },
  sortable: ['createTime', 'costTime'],
  columns: [
    ...(['jobName', 'status', 'createTime', 'startTime', 'costTime', 'dueTime'] as const),
    ...(['jobMessage', 'exceptionInfo', 'invokeTarget', 'jobGroup'] as const),
  ],
  hiddenColumns: ['dueTime', 'invokeTarget'],
});

export const JobLog = jobLogs.record;

/** Audit log title as in RuoYi. */
export const clearJobLog = defineEndpoint(jobLogs, 'DELETE /clean', {
  permission: 'remove',
  rest: 'POST /job-logs/clear',
  log: { title: '调度日志', type: 'clear' },
});
