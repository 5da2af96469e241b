import { type AuditLogChain, auditLogs, jobs } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getQueryOptions } from '../../../data/api.ts';
import { Can } from '../../../data/permission.tsx';
import { useTranslations } from '../../../data/words.ts';
import { StatusDot } from '../../../ui/columns.tsx';
import { TermTooltip } from '../../../ui/how.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { TimeText } from '../../../ui/times.tsx';

export function ChainLine() {
  const t = useTranslations();
  const { data } = useQuery({ ...getQueryOptions<AuditLogChain>(auditLogs, '/chain'), refetchInterval: 10_000 });
  if (!data) return null;
  const { sealed, waiting, check, failure } = data;
  return (
    <p className="operlog-chain">
      <TermTooltip explanation={t('monitor.operlog.chain.how')}>{t('monitor.operlog.chain')}</TermTooltip>
      <span>{t('monitor.operlog.chain.sealed', { count: sealed })}</span>
      {waiting > 0 && <span>{t('monitor.operlog.chain.waiting', { count: waiting })}</span>}
      {check ? (
        <StatusDot tone={check.whole ? 'genuine' : 'grave'}>
          {check.whole ? t('monitor.operlog.chain.whole') : t('monitor.operlog.chain.broken', { said: check.said })}{' '}
          <TimeText value={check.time} />
        </StatusDot>
      ) : (
        <StatusDot tone="quiet">{t('monitor.operlog.chain.never')}</StatusDot>
      )}
      {failure && (
        <StatusDot tone="attention">
          {t('monitor.operlog.chain.failed', { said: failure.said })} <TimeText value={failure.time} />
        </StatusDot>
      )}
      <Can do={[jobs.permission('list')]}>
        <RowLink to="/monitor/job/log?invokeTarget=operlog.check">{t('monitor.operlog.chain.checks')}</RowLink>
      </Can>
    </p>
  );
}
