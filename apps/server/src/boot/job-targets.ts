import * as keptBackups from '../features/devtools/backup/backup.service.ts';
import * as deviceService from '../features/identity/session/device.service.ts';
import * as sessionService from '../features/identity/session/session.service.ts';
import * as expiryService from '../features/insights/expiry/expiry.service.ts';
import * as figureFollowing from '../features/insights/figure/count-scans.service.ts';
import type { JobTargets } from '../features/monitoring/job/job-target.ts';
import * as jobLogService from '../features/monitoring/job-log/job-log.service.ts';
import * as scanArchiveTask from '../features/scans/archive/scan-archive-task.service.ts';
import * as scanService from '../features/scans/scan/scan.service.ts';
import * as scanJobsService from '../features/scans/scan/scan-jobs.service.ts';
import * as sealService from '../features/system/audit-log/seal.service.ts';
import { describeBreach } from '../features/system/audit-log/seal.service.ts';
import * as fileService from '../features/system/file/file.service.ts';
import * as signInLogService from '../features/system/sign-in-log/sign-in-log.service.ts';
import { createScanPartitions, deleteExpiredRows } from '../platform/db/maintenance.ts';

/** Functions that a job may run, by target name. */
export const jobTargets: JobTargets = {
  'upkeep.partitions': {
    word: 'monitor.job.target.partitions',
    params: [{ name: 'months', kind: 'int', default: 2, min: 1, max: 24 }],
    async run({ db }, [months]) {
      await createScanPartitions(db, Number(months));
      return undefined;
    },
  },
  'upkeep.expired': {
    word: 'monitor.job.target.expired',
    params: [],
    async run({ db }) {
      await deleteExpiredRows(db);
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
      const { suspended, expiringCount: notified } = await expiryService.watch(db);
      return suspended + notified > 0 ? `提醒 ${notified} 项，暂停渠道商 ${suspended} 家` : undefined;
    },
  },
  'scan.blur': {
    word: 'monitor.job.target.blur',
    params: [],
    async run({ db }) {
      const blurred = await scanService.anonymiseOldScans(db);
      return blurred > 0 ? `模糊 ${blurred} 次扫码` : undefined;
    },
  },
  'scan.unknownWatch': {
    word: 'monitor.job.target.unknown',
    params: [
      { name: 'minutes', kind: 'int', default: 10, min: 1, max: 1440 },
      { name: 'limit', kind: 'int', default: 300, min: 1, max: 1_000_000 },
    ],
    async run({ db }, [minutes, limit]) {
      const { count, notified: isNotified } = await scanJobsService.watchUnknown(db, Number(minutes), Number(limit));
      const early = await scanJobsService.watchEarly(db);
      const messages = [
        isNotified && `${minutes} 分钟内未知码至少 ${count} 次，已通知`,
        early.notified && `一天内未激活的码被扫至少 ${early.count} 次，已通知`,
      ].filter(Boolean);
      return messages.length > 0 ? messages.join('；') : undefined;
    },
  },
  'scan.archive': {
    word: 'monitor.job.target.archive',
    params: [],
    async run({ db }) {
      const { queued, blocked } = await scanArchiveTask.enqueueDue(db);
      return [...(queued.length > 0 ? [`开始归档 ${queued.join('、')}`] : []), ...blocked].join('；') || undefined;
    },
  },
  'logininfor.retain': {
    word: 'monitor.job.target.logininfor',
    params: [{ name: 'days', kind: 'int', default: 730, min: 30, max: 36_500 }],
    run: async ({ db }, [days]) => `清理 ${await signInLogService.retain(db, Number(days))} 行`,
  },
  'operlog.check': {
    word: 'monitor.job.target.operlog',
    params: [],
    async run(installation) {
      const { sealed, breach } = await sealService.verifyAndRecord(installation);
      if (breach) throw new Error(describeBreach(breach).chinese);
      return `${sealed} 行，逐行封印，链条完整`;
    },
  },
  'figure.codes': {
    word: 'monitor.job.target.figureCodes',
    params: [],
    async run({ db }) {
      await figureFollowing.followAllCodes(db);
      return undefined;
    },
  },
  'figure.rebuild': {
    word: 'monitor.job.target.figureRebuild',
    params: [],
    async run({ db }) {
      const { scans, retained: incompleteMonths } = await figureFollowing.rebuild(db);
      await figureFollowing.followAllCodes(db);
      return [`重数 ${scans} 次扫码`, ...incompleteMonths.map(({ month, scans }) => `${month} 有 ${scans} 次的记录不全，数字保留`)].join(
        '；',
      );
    },
  },
  'backup.make': {
    word: 'monitor.job.target.backup',
    params: [{ name: 'keep', kind: 'int', default: 7, min: 1, max: 365 }],
    async run(installation, [keep]) {
      const { name, bytes, removed } = await keptBackups.makeScheduledBackup(installation, Number(keep));
      return `${name}，${bytes} 字节${removed > 0 ? `，删去旧的 ${removed} 份` : ''}`;
    },
  },
  'job.retain': {
    word: 'monitor.job.target.retain',
    params: [{ name: 'days', kind: 'int', default: 90, min: 1, max: 3650 }],
    run: async ({ db }, [days]) => `清理 ${await jobLogService.retain(db, Number(days))} 行`,
  },
};
