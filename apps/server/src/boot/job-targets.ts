import type { Language } from '@suyuan/contract';
import * as deviceService from '../features/identity/session/device.service.ts';
import * as sessionService from '../features/identity/session/session.service.ts';
import * as expiryService from '../features/insights/expiry/expiry.service.ts';
import * as countScansService from '../features/insights/figure/count-scans.service.ts';
import type { JobTargets } from '../features/monitoring/job/job-target.ts';
import * as jobLogService from '../features/monitoring/job-log/job-log.service.ts';
import * as scanArchiveTask from '../features/scans/archive/scan-archive-task.service.ts';
import * as scanService from '../features/scans/scan/scan.service.ts';
import * as scanJobsService from '../features/scans/scan/scan-jobs.service.ts';
import * as sealService from '../features/system/audit-log/seal.service.ts';
import * as fileService from '../features/system/file/file.service.ts';
import * as signInLogService from '../features/system/sign-in-log/sign-in-log.service.ts';
import { createScanPartitions, deleteExpiredRows } from '../platform/db/maintenance.ts';
import { inLanguage, LocalizedError } from '../platform/translations.ts';

const separator = (language: Language) => (language === 'zh-CN' ? '；' : '; ');

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
      return suspended + notified > 0 ? (t) => t('monitor.job.result.expiry', { count: notified, suspended }) : undefined;
    },
  },
  'scan.blur': {
    word: 'monitor.job.target.blur',
    params: [],
    async run({ db }) {
      const blurred = await scanService.anonymiseOldScans(db);
      return blurred > 0 ? (t) => t('monitor.job.result.blur', { count: blurred }) : undefined;
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
      if (!isNotified && !early.notified) return undefined;
      return (t, language) =>
        [
          ...(isNotified ? [t('monitor.job.result.unknown', { minutes, count })] : []),
          ...(early.notified ? [t('monitor.job.result.early', { count: early.count })] : []),
        ].join(separator(language));
    },
  },
  'scan.archive': {
    word: 'monitor.job.target.archive',
    params: [],
    async run({ db }) {
      const { queued, blocked } = await scanArchiveTask.enqueueDue(db);
      if (queued.length + blocked.length === 0) return undefined;
      return (t, language) =>
        [
          ...(queued.length > 0 ? [t('monitor.job.result.archive', { months: queued.join(t('kit.joint')) })] : []),
          ...blocked.map((reason) => inLanguage(reason, language)),
        ].join(separator(language));
    },
  },
  'logininfor.retain': {
    word: 'monitor.job.target.logininfor',
    params: [{ name: 'days', kind: 'int', default: 730, min: 30, max: 36_500 }],
    async run({ db }, [days]) {
      const count = await signInLogService.retain(db, Number(days));
      return (t) => t('monitor.job.result.rows', { count });
    },
  },
  'operlog.check': {
    word: 'monitor.job.target.operlog',
    params: [],
    async run(installation) {
      const { sealed, breach } = await sealService.verifyAndRecord(installation);
      if (breach) throw new LocalizedError((_, language) => inLanguage(sealService.describeBreach(breach), language));
      return (t) => t('monitor.job.result.sealed', { count: sealed });
    },
  },
  'figure.codes': {
    word: 'monitor.job.target.figureCodes',
    params: [],
    async run({ db }) {
      await countScansService.followAllCodes(db);
      return undefined;
    },
  },
  'figure.rebuild': {
    word: 'monitor.job.target.figureRebuild',
    params: [],
    async run({ db }) {
      const { scans, retained: incompleteMonths } = await countScansService.rebuild(db);
      await countScansService.followAllCodes(db);
      return (t, language) =>
        [
          t('monitor.job.result.rebuilt', { count: scans }),
          ...incompleteMonths.map(({ month, scans: count }) => t('monitor.job.result.incomplete', { month, count })),
        ].join(separator(language));
    },
  },
  'backup.make': {
    word: 'monitor.job.target.backup',
    params: [{ name: 'keep', kind: 'int', default: 7, min: 1, max: 365 }],
    async run(installation, [keep]) {
      const backupService = await import('../features/devtools/backup/backup.service.ts');
      const { name, bytes, removed } = await backupService.makeScheduledBackup(installation, Number(keep));
      return (t) => t('monitor.job.result.backup', { name, bytes, removed });
    },
  },
  'job.retain': {
    word: 'monitor.job.target.retain',
    params: [{ name: 'days', kind: 'int', default: 90, min: 1, max: 3650 }],
    async run({ db }, [days]) {
      const count = await jobLogService.retain(db, Number(days));
      return (t) => t('monitor.job.result.rows', { count });
    },
  },
};
