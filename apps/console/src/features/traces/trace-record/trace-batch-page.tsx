import { type TraceView, traceRecords } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown, Input, Tabs, Tooltip } from 'antd';
import { useNavigate, useParams } from 'react-router';
import { getQueryOptions, useListQuery } from '../../../data/api.ts';
import { download } from '../../../data/download.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { Can, usePermission } from '../../../data/permission.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { KeyFacts } from '../../../ui/detail.tsx';
import { PageHeader, useTabTitle } from '../../../ui/page-header.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { TraceKinTree, TracePages, TraceRoute, TraceSteps, TraceTimeline } from './trace-batch-parts.tsx';
import { fillPath, tracePath } from './trace-display.tsx';
import { TracePreview } from './trace-preview.tsx';
import './trace.css';

/** Trace of a batch or one of its codes: `?ordinal=`, or `?code=` as a scanner types it. */
export default function TraceBatchPage() {
  const { batchId = '' } = useParams();
  const [query, updateQuery] = useListQuery();
  const { ordinal, level, code, tab, page } = query;
  const traceQuery = code ? { code } : { batchId, ...(ordinal && { ordinal }), ...(ordinal && level && { level }) };
  const view = useQuery({
    ...getQueryOptions<TraceView>(traceRecords, '/trace', { ...traceQuery, ...(page && { page }) }),
    // keep the previous page while paging within one trace, but not for another trace
    placeholderData: (previous, query) =>
      queryKeyWithoutPage(query?.queryKey) === queryKeyWithoutPage(getQueryOptions(traceRecords, '/trace', traceQuery).queryKey)
        ? previous
        : undefined,
    meta: { ownErrors: true },
  });
  useTabTitle(view.data?.batchNo);
  if (view.error && !view.data) return <ErrorState error={view.error} onRetry={() => void view.refetch()} listHref={traceRecords.path} />;
  if (!view.data)
    return (
      <div className="page">
        <LoadingState rows={12} />
      </div>
    );
  return (
    <div className="page">
      <Trace
        view={view.data}
        traceQuery={traceQuery}
        tab={tab}
        onTab={(key) => updateQuery({ tab: key, page })}
        onPage={(to) => updateQuery({ page: to })}
      />
    </div>
  );
}

/** The query without its page. */
const queryKeyWithoutPage = (queryKey: readonly unknown[] | undefined) =>
  JSON.stringify(queryKey, (name, value: unknown) => (name === 'page' ? undefined : value));

interface TraceProps {
  view: TraceView;
  traceQuery: Record<string, string>;
  tab: string | undefined;
  onTab: (key: string) => void;
  onPage: (page: number) => void;
}

function Trace({ view, traceQuery, tab = 'timeline', onTab, onPage }: TraceProps) {
  const t = useTranslations();
  const navigate = useNavigate();
  const canExport = usePermission(traceRecords.permission('export'));
  const { batchId, batchNo, ordinal, containers, chain, steps, records } = view;
  const pages = <TracePages view={view} onPage={onPage} />;
  const requiredSteps = steps.filter(({ required }) => required);
  const filledCount = requiredSteps.filter((step) => step.filled > 0).length;
  const downloadItem = (format: 'proof' | 'report' | 'epcis', extension: string) => ({
    key: format,
    label: t(`manage.traceability.${format}`),
    onClick: () => void download(`${traceRecords.path}/${format}?${new URLSearchParams(traceQuery)}`, `trace_${batchNo}.${extension}`),
  });
  return (
    <>
      <PageHeader
        title={t('manage.traceability.traceOf', { batchNo })}
        purpose={
          ordinal !== null || containers.length > 0 ? (
            <>
              {ordinal !== null && t('manage.traceability.byCode', { ordinal })}
              {containers.length > 0 &&
                ` · ${t('manage.traceability.containers')} ${containers
                  .map((each) =>
                    t('manage.traceability.containerOf', {
                      level: t(`manage.traceability.level.${each.level as 1}`),
                      ordinal: each.ordinal,
                    }),
                  )
                  .join(' › ')}`}{' '}
              <RowLink to={tracePath(batchId)}>{t('manage.traceability.wholeBatch')}</RowLink>
            </>
          ) : undefined
        }
        actions={
          <>
            {canExport && (
              <Dropdown
                menu={{
                  items: [downloadItem('report', 'pdf'), downloadItem('proof', 'proof.json'), downloadItem('epcis', 'epcis.jsonld')],
                }}
                trigger={['click']}
              >
                <Button>{t('manage.traceability.downloads')}</Button>
              </Dropdown>
            )}
            <Can do={[traceRecords.permission('add')]}>
              <Button type="primary" onClick={() => void navigate(`${fillPath()}?batchId=${batchId}`)}>
                {t('manage.traceability.fill')}
              </Button>
            </Can>
          </>
        }
      />
      <KeyFacts
        facts={[
          { label: t('manage.batch.categoryName'), value: view.categoryName },
          { label: t('manage.batch.gtin'), value: <CopyableText>{view.gtin}</CopyableText> },
          { label: t('manage.batch.supplierName'), value: view.supplierName },
          { label: t('manage.batch.madeDate'), value: <span className="numeral">{view.madeDate}</span> },
          {
            label: <Tooltip title={t('manage.traceability.completeness.tip')}>{t('manage.traceability.completeness')}</Tooltip>,
            value: (
              <span className="numeral">
                {t('manage.traceability.stepProgress', { filled: filledCount, required: requiredSteps.length })}
              </span>
            ),
          },
          {
            label: <Tooltip title={t('manage.traceability.chain.hint')}>{t('manage.traceability.chain')}</Tooltip>,
            value: chain ? (
              <span className={chain.whole ? 'trace-whole' : 'trace-broken'}>
                {t(chain.whole ? 'manage.traceability.chain.whole' : 'manage.traceability.chain.broken', { count: chain.count })}
              </span>
            ) : (
              <span className="none">{t('manage.traceability.chain.none')}</span>
            ),
          },
        ]}
      />
      <section className="card trace-card">
        <div className="trace-find">
          <Input.Search
            aria-label={t('manage.traceability.find')}
            placeholder={t('manage.traceability.find.placeholder')}
            enterButton={t('manage.traceability.find')}
            onSearch={(text) =>
              text.trim() && void navigate(`/manage/traceability/batch/${batchId}?code=${encodeURIComponent(text.trim())}`)
            }
          />
        </div>
        <Tabs
          activeKey={tab}
          onChange={onTab}
          destroyOnHidden
          items={[
            { key: 'timeline', label: t('manage.traceability.view.timeline'), children: <TraceTimeline records={records} pages={pages} /> },
            {
              key: 'route',
              label: t('manage.traceability.view.route'),
              children: <TraceRoute records={records} batchNo={batchNo} pages={pages} />,
            },
            { key: 'kin', label: t('manage.traceability.view.kin'), children: <TraceKinTree traceQuery={traceQuery} /> },
            {
              key: 'preview',
              label: t('manage.traceability.view.preview'),
              children: <TracePreview traceQuery={traceQuery} name={view.categoryName} />,
            },
            { key: 'steps', label: t('manage.traceability.view.steps'), children: <TraceSteps view={view} /> },
          ]}
        />
      </section>
    </>
  );
}
