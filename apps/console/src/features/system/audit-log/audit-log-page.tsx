import { auditLogChain, auditLogs, clearAuditLog, jobs } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { endpointQueryOptions, useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { Can } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-info.ts';
import { ClearLogMenu } from '../../../ui/clear-log-menu.tsx';
import { CodeBadge, StatusDot } from '../../../ui/columns.tsx';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { AuditLogDetail, durationText } from './audit-log-detail.tsx';

function ChainLine() {
  const t = useTranslations();
  const { data } = useQuery({ ...endpointQueryOptions(auditLogChain, {}), refetchInterval: 10_000 });
  if (!data) return null;
  const { sealed, waiting, check, failure } = data;
  return (
    <p className="mt-0 mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs/5 text-muted">
      <TermTooltip explanation={t('monitor.operlog.chain.how')}>{t('monitor.operlog.chain')}</TermTooltip>
      <span>{t('monitor.operlog.chain.sealed', { count: sealed })}</span>
      {waiting > 0 && <span>{t('monitor.operlog.chain.waiting', { count: waiting })}</span>}
      {check ? (
        <StatusDot tone={check.isIntact ? 'genuine' : 'grave'}>
          {check.isIntact ? t('monitor.operlog.chain.whole') : t('monitor.operlog.chain.broken', { message: check.message })}{' '}
          <TimeText value={check.time} />
        </StatusDot>
      ) : (
        <StatusDot tone="quiet">{t('monitor.operlog.chain.never')}</StatusDot>
      )}
      {failure && (
        <StatusDot tone="attention">
          {t('monitor.operlog.chain.failed', { message: failure.message })} <TimeText value={failure.time} />
        </StatusDot>
      )}
      <Can do={[jobs.permission('list')]}>
        <RowLink to="/monitor/job/log?invokeTarget=operlog.check">{t('monitor.operlog.chain.checks')}</RowLink>
      </Can>
    </p>
  );
}

export default function AuditLogPage() {
  const t = useTranslations();
  const [{ archived }] = useListQuery();
  return (
    <ResourcePage
      resource={auditLogs}
      isRemovable={() => archived !== '1'}
      moreTools={
        <ClearLogMenu
          endpoint={clearAuditLog}
          permission={auditLogs.permission('remove')}
          translationPrefix="monitor.operlog"
          // a plain RuoYi server deletes the rows
          {...(!hasExtension('auditArchive') && { meaning: t('monitor.operlog.clearForGood'), done: t('monitor.operlog.clearedForGood') })}
        />
      }
      above={hasExtension('auditArchive') && <ChainLine />}
      view={(row) => <AuditLogDetail row={row} />}
      cells={{
        status: (status) => <CodeBadge of={auditLogs} field="status" value={status} tone={status === 0 ? 'genuine' : 'grave'} />,
        businessType: (kind) => <CodeBadge of={auditLogs} field="businessType" value={kind} tone="quiet" />,
        costTime: durationText,
        operTime: (time) => <TimeText value={time} seconds />,
      }}
      filterControls={{ created: <RangeFilter label={t('monitor.operlog.operTime')} /> }}
    />
  );
}
