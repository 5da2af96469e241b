import { type AuditLogChain, auditLogs, jobs } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getOf } from '../../../data/api.ts';
import { Can } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { Dot } from '../../../ui/columns.tsx';
import { How } from '../../../ui/how.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { TimeText } from '../../../ui/times.tsx';

export function ChainLine() {
  const t = useWords();
  const { data } = useQuery({ ...getOf<AuditLogChain>(auditLogs, '/chain'), refetchInterval: 10_000 });
  if (!data) return null;
  const { sealed, waiting, check, failure } = data;
  return (
    <p className="operlog-chain">
      <How says={t('monitor.operlog.chain.how')}>{t('monitor.operlog.chain')}</How>
      <span>{t('monitor.operlog.chain.sealed', { count: sealed })}</span>
      {waiting > 0 && <span>{t('monitor.operlog.chain.waiting', { count: waiting })}</span>}
      {check ? (
        <Dot tone={check.whole ? 'genuine' : 'grave'}>
          {check.whole ? t('monitor.operlog.chain.whole') : t('monitor.operlog.chain.broken', { said: check.said })}{' '}
          <TimeText value={check.time} />
        </Dot>
      ) : (
        <Dot tone="quiet">{t('monitor.operlog.chain.never')}</Dot>
      )}
      {failure && (
        <Dot tone="attention">
          {t('monitor.operlog.chain.failed', { said: failure.said })} <TimeText value={failure.time} />
        </Dot>
      )}
      <Can do={[jobs.permission('list')]}>
        <RowLink to="/monitor/job/log?invokeTarget=operlog.check">{t('monitor.operlog.chain.checks')}</RowLink>
      </Can>
    </p>
  );
}
