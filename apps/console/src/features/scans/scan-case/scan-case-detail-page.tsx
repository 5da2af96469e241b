import { type CaseEvidence, caseEvidence, provinceOf, type RecordOf, scanCases, scans, type Translate } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Tabs } from 'antd';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { endpointQueryOptions } from '../../../data/api.ts';
import { findTranslationKey, useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { ChinaMap } from '../../../ui/china-map.tsx';
import { CodeBadge } from '../../../ui/columns.tsx';
import { DetailBody, History } from '../../../ui/detail.tsx';
import { DetailPage } from '../../../ui/detail-page.tsx';
import { MoreMenu } from '../../../ui/more-menu.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { caseNumber } from '../shared/case-number.ts';
import { reasonKey } from './case-cells.tsx';
import { CaseStepDialog, type OpenDialog, useCaseLifeCycle } from './case-dialogs.tsx';
import { CaseFacts, ReportList } from './case-facts.tsx';
import { CaseScans } from './case-scans.tsx';

type ScanCase = RecordOf<typeof scanCases>;

/** Places of a case's scans: provinces by number, and positions that consumers shared. Nothing if no scan has a place. */
function CaseMap({ record, evidence: { scans: scanRows, authorised } }: { record: ScanCase; evidence: CaseEvidence }) {
  const t = useTranslations();
  const provinces = Map.groupBy(
    scanRows.filter(({ regionCode }) => regionCode !== null),
    ({ regionCode }) => provinceOf(regionCode ?? ''),
  );
  if (provinces.size === 0) return null;
  return (
    <>
      <h2>{t('manage.codeCase.where')}</h2>
      <div className="mb-6 max-w-100">
        <ChinaMap
          title={t('manage.codeCase.where')}
          measure={t('manage.codeRecord.scans')}
          isCount
          tone={record.reason === 'otherRegion' ? 'diversion' : 'attention'}
          values={[...provinces].map(([regionCode, group]) => ({ regionCode, value: group.length, text: groupDigits(group.length) }))}
          outlined={authorised}
          outlinedName={t('manage.diversion.authorised')}
          dots={scanRows
            .filter(({ lng }) => lng !== null)
            .map(({ lng, lat, region, scanTime, verdict }) => {
              const verdictKey = findTranslationKey(scans.word(`verdict.${verdict}`));
              return {
                lng,
                lat,
                text: [scanTime, region, verdictKey && t(verdictKey)].filter(Boolean).join(' · '),
                tone: 'attention' as const,
              };
            })}
          dotsName={t('manage.codeRecord.position')}
        />
        <p className="mt-2 mb-0 text-xs text-muted">{t('manage.codeCase.whereHint', { regions: authorised.length })}</p>
      </div>
    </>
  );
}

export default function ScanCaseDetailPage() {
  const t = useTranslations();
  const { caseId = '' } = useParams();
  return (
    <DetailPage of={scanCases} id={caseId} titleOf={(record) => titleOf(t, record)}>
      {(record) => <CaseDetail record={record} />}
    </DetailPage>
  );
}

const numberOf = (t: Translate, { caseId }: ScanCase) => t('manage.codeCase.number', caseNumber(caseId));

/** Number, and the product or the foreign text. */
const titleOf = (t: Translate, record: ScanCase) => [numberOf(t, record), record.categoryName ?? record.code].filter(Boolean).join(' · ');

function CaseDetail({ record }: { record: ScanCase }) {
  const t = useTranslations();
  const { caseId, categoryName, code, state, verdict, reason, note } = record;
  const evidence = useQuery({ ...endpointQueryOptions(caseEvidence, { id: caseId }), meta: { ownErrors: true } });
  const { data } = evidence;
  const withCount = (word: string, count: number) => (count > 0 ? `${word} ${groupDigits(count)}` : word);
  return (
    <>
      <PageHeader
        title={
          categoryName || !code ? (
            titleOf(t, record)
          ) : (
            <>
              {numberOf(t, record)} · <span className="mono-text">{code}</span>
            </>
          )
        }
        titleExtra={
          <>
            <CodeBadge of={scanCases} field={verdict ? 'verdict' : 'state'} value={verdict ?? state} />
            {!verdict && (
              <span className="whitespace-nowrap">
                {t('kit.pair', { what: t('manage.codeCase.severity'), which: t(scanCases.word(`severity.${record.severity}`)) })}
              </span>
            )}
          </>
        }
        purpose={t(reasonKey(reason))}
        actions={<CaseActions record={record} />}
      />
      {verdict && note && (
        <Alert
          className="mb-4!"
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
        <DetailBody
          aside={
            <>
              <CaseMap record={record} evidence={data} />
              <h2>{t('manage.codeCase.history')}</h2>
              <CaseHistory events={data.events} />
            </>
          }
        >
          <section className="card min-w-0 px-6 py-4 max-md:px-4">
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
        actor: userName ?? t('kit.system'),
        action: verdict
          ? t('kit.pair', { what: t(scanCases.word(`step.${action}`)), which: t(scanCases.word(`verdict.${verdict}`)) })
          : t(scanCases.word(`step.${action}`)),
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
  const { caseId, batchId, ordinal, subject, code, channelBusinessId } = record;
  const [open, setOpen] = useState<OpenDialog>();
  const { offer, takeOf, busy } = useCaseLifeCycle(setOpen);
  const onTake = takeOf(record);
  const { next, others } = offer(record);
  const scansPath =
    subject === 'code'
      ? `${scans.path}?batchId=${batchId}&ordinal=${ordinal}`
      : subject === 'dealer'
        ? `${scans.path}?batchId=${batchId}&channelBusinessId=${channelBusinessId}&reason=otherRegion`
        : `${scans.path}?code=${encodeURIComponent(code ?? '')}`;
  const menuItems = [
    ...others,
    ...(hasPermi(scans.permission('list'))
      ? [{ key: 'records', label: t('manage.codeRecord.title'), onClick: () => void navigate(scansPath) }]
      : []),
  ];
  return (
    <>
      {next && (
        <Button {...(!onTake && { type: 'primary' })} loading={busy} onClick={next.onClick}>
          {next.label}
        </Button>
      )}
      {onTake && (
        <Button type="primary" loading={busy} onClick={onTake}>
          {t('manage.codeCase.do.take')}
        </Button>
      )}
      <MoreMenu name={t('manage.codeCase.number', caseNumber(caseId))} items={menuItems} />
      <CaseStepDialog open={open} onClose={() => setOpen(undefined)} />
    </>
  );
}
