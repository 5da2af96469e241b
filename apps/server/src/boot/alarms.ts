import { cache as cacheNoun, jobs, server, type WordKey } from '@suyuan/contract';
import type { JobAlarm } from '../features/monitoring/job/job-scheduler.ts';
import { type ServerAlarm, self } from '../features/monitoring/server/sampler.ts';
import * as serverService from '../features/monitoring/server/server.service.ts';
import * as noticeService from '../features/system/notice/notice.service.ts';
import type { CacheStateListener } from '../platform/cache/shared-cache.ts';
import type { Db } from '../platform/db/db.ts';
import { escapeHtml } from '../platform/html/safe-html.ts';
import type { Installation } from '../platform/http/installation.ts';
import { translateSeedName } from '../platform/http/seed-names.ts';
import { logOf } from '../platform/log.ts';

/** Alarms of background work, sent as notices to users who may open the page that explains them. */
export function createAlarms() {
  const job: JobAlarm = (db, { jobId, jobName, failures, error }) =>
    noticeService.createSystemNotice(db, {
      texts: (t, language) => {
        const name = translateSeedName({ t, language }, 'jobName', { jobName });
        return {
          noticeTitle: t('monitor.job.alarm', { jobName: name.slice(0, 30), count: failures }),
          noticeContent: `<p>${escapeHtml(error(t, language))}</p><p><a href="/monitor/job/log?jobId=${jobId}">${t('monitor.job.logs')}</a></p>`,
        };
      },
      audience: jobs.permission('list'),
    });
  const host =
    (db: Db): ServerAlarm =>
    async (measure, value) => {
      if (!(await serverService.claimAlarm(db, `${measure} ${self.hostName}`))) return;
      const params = { hostName: self.hostName, pid: String(self.pid), value: Math.round(value) };
      await noticeService.createSystemNotice(db, {
        texts: (t) => ({
          noticeTitle: t('monitor.server.alarmTitle'),
          noticeContent: `<p>${escapeHtml(t(`monitor.server.alarm.${measure}` as WordKey, params))}</p><p><a href="/monitor/server">${t('monitor.server')}</a></p>`,
        }),
        audience: server.permission,
      });
    };
  const cache = (installation: Pick<Installation, 'db' | 'logLevel'>): CacheStateListener => {
    const log = logOf(installation, 'cache');
    return (state, error) => {
      log.warn({ state, ...(error instanceof Error && { reason: error.message }) }, `the shared cache is ${state}`);
      if (state === 'lost') void reportCacheState(installation.db).catch((err: unknown) => log.error({ err }));
    };
  };
  async function reportCacheState(db: Db) {
    if (!(await serverService.claimAlarm(db, 'cache'))) return;
    await noticeService.createSystemNotice(db, {
      texts: (t) => ({
        noticeTitle: t('monitor.cache.alarmTitle'),
        noticeContent: `<p>${t('monitor.cache.alarm', { hostName: self.hostName, pid: String(self.pid) })}</p><p><a href="/monitor/cache">${t('monitor.cache')}</a></p>`,
      }),
      audience: cacheNoun.permission('list'),
    });
  }
  return { job, host, cache };
}
