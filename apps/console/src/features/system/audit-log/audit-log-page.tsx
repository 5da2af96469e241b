import { auditLogChain, auditLogs, clearAuditLog, jobs } from '@suyuan/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { call, endpointQueryOptions, useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { Can, usePermission } from '../../../data/permission.tsx';
import { hasExtension } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { CodeBadge, StatusDot } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';
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
      toolbar={<ClearLog />}
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

/** Clears the log after a confirmation: archives it, or deletes it on a plain RuoYi server. */
function ClearLog() {
  const t = useTranslations();
  const canRemove = usePermission(auditLogs.permission('remove'));
  const client = useQueryClient();
  const clear = useMutation({
    mutationFn: () => call(clearAuditLog, {}),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [auditLogs.path] });
      shellServices.notify('success', t(hasExtension('auditArchive') ? 'monitor.operlog.cleared' : 'monitor.operlog.clearedForGood'));
    },
  });
  const confirmClear = () => {
    const question = {
      title: t('monitor.operlog.clearAsk'),
      content: t(hasExtension('auditArchive') ? 'monitor.operlog.clearMeans' : 'monitor.operlog.clearForGood'),
      okText: t('monitor.operlog.clear'),
      danger: true,
    };
    void confirm(question, () => clear.mutateAsync());
  };
  if (!canRemove) return null;
  return <Button onClick={confirmClear}>{t('monitor.operlog.clear')}</Button>;
}
