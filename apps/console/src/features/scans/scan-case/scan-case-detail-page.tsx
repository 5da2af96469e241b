import { assignCase, type CaseEvidence, decideCase, noteCase, type RecordOf, reopenCase, scanCases, scans } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Dropdown, Tabs } from 'antd';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { getOf, readOf } from '../../../data/api.ts';
import { useRights } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { CodeBadge } from '../../../ui/columns.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { DetailBody, History } from '../../../ui/detail.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Failed, Waiting } from '../../../ui/states.tsx';
import { useTabTitle } from '../../../ui/tab-title.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { CaseFacts } from './case-facts.tsx';
import { CaseScans } from './case-scans.tsx';
import { reasonWord } from './case-words.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { ReportList } from './report-list.tsx';
import { useCaseStep } from './use-case-step.ts';
import './scan-case.css';

type ScanCase = RecordOf<typeof scanCases>;

export default function ScanCaseDetailPage() {
  const t = useWords();
  const { caseId = '' } = useParams();
  const read = useQuery({ ...readOf(scanCases, caseId), meta: { ownErrors: true } });
  useTabTitle(read.data && t('manage.codeCase.number', { id: String(read.data.caseId) }));
  if (read.error && !read.data) return <Failed error={read.error} onRetry={() => void read.refetch()} back={scanCases.path} />;
  return <div className="page">{read.data ? <CaseDetail record={read.data} /> : <Waiting rows={12} />}</div>;
}

function CaseDetail({ record }: { record: ScanCase }) {
  const t = useWords();
  const { caseId, state, verdict, reason, note } = record;
  const evidence = useQuery({ ...getOf<CaseEvidence>(scanCases, `/${caseId}/evidence`), meta: { ownErrors: true } });
  const { data } = evidence;
  const counted = (word: string, count: number) => (count > 0 ? `${word} ${groupDigits(count)}` : word);
  return (
    <>
      <PageHeader
        title={t('manage.codeCase.number', { id: String(caseId) })}
        beside={<CodeBadge of={scanCases} field={verdict ? 'verdict' : 'state'} value={verdict ?? state} />}
        purpose={t(reasonWord(reason))}
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
      {evidence.error && !data && <Failed error={evidence.error} onRetry={() => void evidence.refetch()} />}
      {!evidence.error && !data && <Waiting rows={6} />}
      {data && (
        <DetailBody aside={<CaseHistory events={data.events} />} asideTitle={t('manage.codeCase.history')}>
          <section className="card case-card">
            <Tabs
              defaultActiveKey={record.scanCount === 0 && record.reportCount > 0 ? 'reports' : 'scans'}
              items={[
                {
                  key: 'scans',
                  label: counted(t('manage.codeCase.scans'), record.scanCount),
                  children: <CaseScans record={record} evidence={data} />,
                },
                {
                  key: 'reports',
                  label: counted(t('manage.codeCase.reports'), record.reportCount),
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
  const t = useWords();
  return (
    <History
      events={events.map(({ eventId, action, userName, eventTime, note, verdict }) => ({
        key: eventId,
        who: userName ?? t('manage.codeCase.system'),
        what: verdict
          ? t('kit.pair', { what: t(scanCases.word(`action.${action}`)), which: t(scanCases.word(`verdict.${verdict}`)) })
          : t(scanCases.word(`action.${action}`)),
        when: eventTime,
        why: note,
      }))}
    />
  );
}

function CaseActions({ record }: { record: ScanCase }) {
  const t = useWords();
  const navigate = useNavigate();
  const { hasPermi } = useRights();
  const { caseId, state, batchId, ordinal, subject, code, channelBusinessId } = record;
  const { take, busy } = useCaseStep(caseId);
  const [dialog, setDialog] = useState<'judge' | 'assign'>();
  const ask = async (step: 'note' | 'reopen') => {
    const consent = await confirm({
      title: t(`manage.codeCase.do.${step}`),
      okText: t(`manage.codeCase.do.${step}`),
      reason: 'needed',
      ...(step === 'note' && { reasonLabel: t('manage.codeCase.note') }),
    });
    if (consent?.reason) await take(step, { note: consent.reason });
  };
  const judged = state === 'judged';
  const records =
    subject === 'code'
      ? `${scans.path}?batchId=${batchId}&ordinal=${ordinal}`
      : subject === 'dealer'
        ? `${scans.path}?batchId=${batchId}&channelBusinessId=${channelBusinessId}&reason=otherRegion`
        : `${scans.path}?code=${encodeURIComponent(code ?? '')}`;
  const items = [
    ...(!judged && hasPermi(assignCase.permission)
      ? [{ key: 'assign', label: t('manage.codeCase.do.assign'), onClick: () => setDialog('assign') }]
      : []),
    ...(hasPermi(noteCase.permission) ? [{ key: 'note', label: t('manage.codeCase.do.note'), onClick: () => void ask('note') }] : []),
    ...(judged && hasPermi(reopenCase.permission)
      ? [{ key: 'reopen', label: t('manage.codeCase.do.reopen'), onClick: () => void ask('reopen') }]
      : []),
    ...(hasPermi(scans.permission('list'))
      ? [{ key: 'records', label: t('manage.codeRecord.title'), onClick: () => void navigate(records) }]
      : []),
  ];
  return (
    <>
      {!judged && hasPermi(decideCase.permission) && (
        <Button type="primary" loading={busy} onClick={() => setDialog('judge')}>
          {t('manage.codeCase.do.judge')}
        </Button>
      )}
      {items.length > 0 && (
        <Dropdown menu={{ items }} trigger={['click']}>
          <Button aria-label={t('kit.moreOf', { name: t('manage.codeCase.number', { id: String(caseId) }) })} icon={<Icon name="more" />} />
        </Dropdown>
      )}
      {dialog === 'judge' && <DecisionDialog record={record} onClose={() => setDialog(undefined)} />}
      {dialog === 'assign' && <AssignDialog record={record} onClose={() => setDialog(undefined)} />}
    </>
  );
}
