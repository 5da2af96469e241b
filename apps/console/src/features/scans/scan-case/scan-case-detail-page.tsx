import { assignCase, type CaseEvidence, decideCase, noteCase, type RecordOf, reopenCase, scanCases, scans } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Dropdown, Tabs } from 'antd';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { getQueryOptions, recordQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { CodeBadge } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { DetailBody, History } from '../../../ui/detail.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { PageHeader, useTabTitle } from '../../../ui/page-header.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { AssignDialog, DecisionDialog, useCaseStep } from './case-dialogs.tsx';
import { CaseFacts, ReportList } from './case-facts.tsx';
import { reasonKey } from './case-reason.ts';
import { CaseScans } from './case-scans.tsx';
import './scan-case.css';

type ScanCase = RecordOf<typeof scanCases>;

export default function ScanCaseDetailPage() {
  const t = useTranslations();
  const { caseId = '' } = useParams();
  const caseQuery = useQuery({ ...recordQueryOptions(scanCases, caseId), meta: { ownErrors: true } });
  useTabTitle(caseQuery.data && t('manage.codeCase.number', { id: String(caseQuery.data.caseId) }));
  if (caseQuery.error && !caseQuery.data)
    return <ErrorState error={caseQuery.error} onRetry={() => void caseQuery.refetch()} listHref={scanCases.path} />;
  return <div className="page">{caseQuery.data ? <CaseDetail record={caseQuery.data} /> : <LoadingState rows={12} />}</div>;
}

function CaseDetail({ record }: { record: ScanCase }) {
  const t = useTranslations();
  const { caseId, state, verdict, reason, note } = record;
  const evidence = useQuery({ ...getQueryOptions<CaseEvidence>(scanCases, `/${caseId}/evidence`), meta: { ownErrors: true } });
  const { data } = evidence;
  const withCount = (word: string, count: number) => (count > 0 ? `${word} ${groupDigits(count)}` : word);
  return (
    <>
      <PageHeader
        title={t('manage.codeCase.number', { id: String(caseId) })}
        titleExtra={<CodeBadge of={scanCases} field={verdict ? 'verdict' : 'state'} value={verdict ?? state} />}
        purpose={t(reasonKey(reason))}
        actions={<CaseActions record={record} />}
      />
      {verdict && note && (
        <Alert
          className="case-why"
          type="info"
          showIcon
          title={note}
          description={data?.quietUntil && t('manage.codeCase.quiet', { time: data.quietUntil.slice(0, 10) })}
        />
      )}
      <CaseFacts record={record} />
      {evidence.error && !data && <ErrorState error={evidence.error} onRetry={() => void evidence.refetch()} />}
      {!evidence.error && !data && <LoadingState rows={6} />}
      {data && (
        <DetailBody aside={<CaseHistory events={data.events} />} asideTitle={t('manage.codeCase.history')}>
          <section className="card case-card">
            <Tabs
              defaultActiveKey={record.scanCount === 0 && record.reportCount > 0 ? 'reports' : 'scans'}
              items={[
                {
                  key: 'scans',
                  label: withCount(t('manage.codeCase.scans'), record.scanCount),
                  children: <CaseScans record={record} evidence={data} />,
                },
                {
                  key: 'reports',
                  label: withCount(t('manage.codeCase.reports'), record.reportCount),
                  children: <ReportList reports={data.reports} />,
                },
              ]}
            />
          </section>
        </DetailBody>
      )}
    </>
  );
}

function CaseHistory({ events }: { events: CaseEvidence['events'] }) {
  const t = useTranslations();
  return (
    <History
      events={events.map(({ eventId, action, userName, eventTime, note, verdict }) => ({
        key: eventId,
        actor: userName ?? t('manage.codeCase.system'),
        action: verdict
          ? t('kit.pair', { what: t(scanCases.word(`action.${action}`)), which: t(scanCases.word(`verdict.${verdict}`)) })
          : t(scanCases.word(`action.${action}`)),
        time: eventTime,
        reason: note,
      }))}
    />
  );
}

function CaseActions({ record }: { record: ScanCase }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const { hasPermi } = usePermissions();
  const { caseId, state, batchId, ordinal, subject, code, channelBusinessId } = record;
  const { take: runStep, busy } = useCaseStep(caseId);
  const [dialog, setDialog] = useState<'judge' | 'assign'>();
  const confirmNote = async (step: 'note' | 'reopen') => {
    const confirmation = await confirm({
      title: t(`manage.codeCase.do.${step}`),
      okText: t(`manage.codeCase.do.${step}`),
      reason: 'needed',
      ...(step === 'note' && { reasonLabel: t('manage.codeCase.note') }),
    });
    if (confirmation?.reason) await runStep(step, { note: confirmation.reason });
  };
  const isDecided = state === 'judged';
  const scansPath =
    subject === 'code'
      ? `${scans.path}?batchId=${batchId}&ordinal=${ordinal}`
      : subject === 'dealer'
        ? `${scans.path}?batchId=${batchId}&channelBusinessId=${channelBusinessId}&reason=otherRegion`
        : `${scans.path}?code=${encodeURIComponent(code ?? '')}`;
  const menuItems = [
    ...(!isDecided && hasPermi(assignCase.permission)
      ? [{ key: 'assign', label: t('manage.codeCase.do.assign'), onClick: () => setDialog('assign') }]
      : []),
    ...(hasPermi(noteCase.permission)
      ? [{ key: 'note', label: t('manage.codeCase.do.note'), onClick: () => void confirmNote('note') }]
      : []),
    ...(isDecided && hasPermi(reopenCase.permission)
      ? [{ key: 'reopen', label: t('manage.codeCase.do.reopen'), onClick: () => void confirmNote('reopen') }]
      : []),
    ...(hasPermi(scans.permission('list'))
      ? [{ key: 'records', label: t('manage.codeRecord.title'), onClick: () => void navigate(scansPath) }]
      : []),
  ];
  return (
    <>
      {!isDecided && hasPermi(decideCase.permission) && (
        <Button type="primary" loading={busy} onClick={() => setDialog('judge')}>
          {t('manage.codeCase.do.judge')}
        </Button>
      )}
      {menuItems.length > 0 && (
        <Dropdown menu={{ items: menuItems }} trigger={['click']}>
          <Button aria-label={t('kit.moreOf', { name: t('manage.codeCase.number', { id: String(caseId) }) })} icon={<Icon name="more" />} />
        </Dropdown>
      )}
      {dialog === 'judge' && <DecisionDialog record={record} onClose={() => setDialog(undefined)} />}
      {dialog === 'assign' && <AssignDialog record={record} onClose={() => setDialog(undefined)} />}
    </>
  );
}
