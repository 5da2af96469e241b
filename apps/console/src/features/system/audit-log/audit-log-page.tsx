import { type AuditLogChain, auditLogs, jobs } from '@suyuan/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { getQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { Can, usePermission } from '../../../data/permission.tsx';
import { request } from '../../../data/request.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { CodeBadge, columnOf, StatusDot } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { ResourcePage } from '../../../ui/resource-page.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { AuditLogDetail, durationText } from './audit-log-detail.tsx';

function ChainLine() {
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

const KINDS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

export default function AuditLogPage() {
  const t = useTranslations();
  const kinds = KINDS.map((value) => ({ value: String(value), label: t(`monitor.operlog.businessType.${value}`) }));
  const statuses = ([0, 1] as const).map((value) => ({ value: String(value), label: t(`monitor.operlog.status.${value}`) }));
  const archiveOptions = ([0, 1] as const).map((value) => ({ value: String(value), label: t(`monitor.operlog.archived.${value}`) }));
  return (
    <ResourcePage
      resource={auditLogs}
      toolbar={<ClearLog />}
      above={hasExtension('auditArchive') && <ChainLine />}
      view={(row) => <AuditLogDetail row={row} />}
      columns={[
        columnOf(auditLogs, 'title'),
        columnOf(auditLogs, 'status', (status) => (
          <CodeBadge of={auditLogs} field="status" value={status} tone={status === 0 ? 'genuine' : 'grave'} />
        )),
        columnOf(auditLogs, 'businessType', (kind) => <CodeBadge of={auditLogs} field="businessType" value={kind} tone="quiet" />),
        columnOf(auditLogs, 'operName'),
        columnOf(auditLogs, 'deptName'),
        columnOf(auditLogs, 'operIp', (address) => <CopyableText>{address}</CopyableText>),
        columnOf(auditLogs, 'costTime', durationText),
        columnOf(auditLogs, 'operTime', (time) => <TimeText value={time} seconds />),
      ]}
      filters={
        <>
          <Form.Item name="title" label={t('monitor.operlog.title')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="operName" label={t('monitor.operlog.operName')}>
            <Input allowClear />
          </Form.Item>
          <Form.Item name="businessType" label={t('monitor.operlog.businessType')}>
            <Select options={kinds} allowClear />
          </Form.Item>
          <Form.Item name="status" label={t('monitor.operlog.status')}>
            <Select options={statuses} allowClear />
          </Form.Item>
          <Form.Item name="operIp" label={t('monitor.operlog.operIp')}>
            <Input allowClear />
          </Form.Item>
          {hasExtension('auditArchive') && (
            <Form.Item name="archived" label={t('monitor.operlog.archived')}>
              <Select options={archiveOptions} allowClear />
            </Form.Item>
          )}
          <RangeFilter label={t('monitor.operlog.operTime')} />
        </>
      }
    />
  );
}

/** Clears the log after a confirmation: archives it, or deletes it on a plain RuoYi server. */
function ClearLog() {
  const t = useTranslations();
  const canRemove = usePermission(auditLogs.permission('remove'));
  const client = useQueryClient();
  const clear = useMutation({
    mutationFn: () => request('DELETE', `${auditLogs.path}/clean`),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [auditLogs.path] });
      shellServices.notify('success', t(hasExtension('auditArchive') ? 'monitor.operlog.cleared' : 'monitor.operlog.clearedForGood'));
    },
  });
  const confirmClear = async () => {
    const question = {
      title: t('monitor.operlog.clearAsk'),
      content: t(hasExtension('auditArchive') ? 'monitor.operlog.clearMeans' : 'monitor.operlog.clearForGood'),
      okText: t('monitor.operlog.clear'),
      danger: true,
    };
    if (await confirm(question)) clear.mutate();
  };
  if (!canRemove) return null;
  return (
    <Button danger loading={clear.isPending} onClick={() => void confirmClear()}>
      {t('monitor.operlog.clear')}
    </Button>
  );
}
