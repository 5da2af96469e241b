import { keepUp, makePartitions } from './db/upkeep.ts';
import * as deviceService from './features/account/session/device.service.ts';
import * as sessionService from './features/account/session/session.service.ts';
import * as codeRecordService from './features/manage/codeRecord/codeRecord.service.ts';
import * as expiryService from './features/manage/expiry/expiry.service.ts';
import type { JobTargets } from './features/monitor/job/job-target.ts';
import * as jobLogService from './features/monitor/jobLog/jobLog.service.ts';
import * as fileService from './features/system/file/file.service.ts';

/** Every function that a job may run, by the name that its target gives. */
export const jobTargets: JobTargets = {
  'upkeep.partitions': {
    word: 'monitor.job.target.partitions',
    params: [{ name: 'months', kind: 'int', default: 2, min: 1, max: 24 }],
    async run({ db }, [months]) {
      await makePartitions(db, Number(months));
      return undefined;
    },
  },
  'upkeep.expired': {
    word: 'monitor.job.target.expired',
    params: [],
    async run({ db }) {
      await keepUp(db);
      return undefined;
    },
  },
  'session.sweep': {
    word: 'monitor.job.target.sessions',
    params: [],
    async run({ db }) {
      await sessionService.sweep(db);
      await deviceService.sweep(db);
      return undefined;
    },
  },
  'file.sweep': {
    word: 'monitor.job.target.files',
    params: [],
    async run(installation) {
      await fileService.sweep(installation);
      return undefined;
    },
  },
  'expiry.watch': {
    word: 'monitor.job.target.expiry',
    params: [],
    async run({ db }) {
      const { suspended, told } = await expiryService.watch(db);
      return suspended + told > 0 ? `提醒 ${told} 项，暂停渠道商 ${suspended} 家` : undefined;
    },
  },
  'scan.blur': {
    word: 'monitor.job.target.blur',
    params: [],
    async run({ db }) {
      const blurred = await codeRecordService.blurOld(db);
      return blurred > 0 ? `模糊 ${blurred} 次扫码` : undefined;
    },
  },
  'job.retain': {
    word: 'monitor.job.target.retain',
    params: [{ name: 'days', kind: 'int', default: 90, min: 1, max: 3650 }],
    run: async ({ db }, [days]) => `清理 ${await jobLogService.retain(db, Number(days))} 行`,
  },
};
