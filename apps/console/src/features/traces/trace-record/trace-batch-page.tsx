import {
  type PublicTraceStep,
  stepSign,
  type TraceView,
  traceEpcis,
  tracePreview,
  traceProof,
  traceRecords,
  traceReport,
  traceView,
} from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Tabs, Tooltip } from 'antd';
import { useNavigate, useParams } from 'react-router';
import { endpointQueryOptions, urlOf, useListQuery } from '../../../data/api.ts';
import { download } from '../../../data/download.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { Can, usePermission } from '../../../data/permission.tsx';
import { fileUrl } from '../../../data/site-config.ts';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { KeyFacts } from '../../../ui/detail.tsx';
import { QueryPage } from '../../../ui/detail-page.tsx';
import { ButtonMenu } from '../../../ui/more-menu.tsx';
import { ordinalText } from '../../../ui/number-format.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState, QueryState } from '../../../ui/states.tsx';
import { locationText } from '../shared/trace-stops.ts';
import { TraceGenealogy, TracePages, TraceRoute, TraceSteps, TraceTimeline } from './trace-batch-parts.tsx';
import { fillPath, tracePath } from './trace-display.tsx';

function TracePreview({ traceQuery, name }: { traceQuery: Record<string, string>; name: string }) {
  const t = useTranslations();
  const preview = useQuery({ ...endpointQueryOptions(tracePreview, traceQuery), meta: { ownErrors: true } });
  if (!preview.data) return <QueryState query={preview} rows={6} />;
  if (preview.data.length === 0) return <EmptyState text={t('manage.traceability.previewEmpty')} />;
  return (
    <>
      <p className="text-muted">{t('manage.traceability.previewHint')}</p>
      <div className="max-w-[390px] rounded-[16px] border border-edge p-4">
        <p className="m-0 text-[18px]/6.5 font-semibold">{name}</p>
        <ol className="mt-4 mb-0 list-none p-0">
          {preview.data.map((step) => (
            <Step key={step.proof} step={step} />
          ))}
        </ol>
      </div>
    </>
  );
}

const FACT = 'm-0 break-keep wrap-anywhere text-muted';

/**
 * A step in the order of the verification page: what, when, where and who with the first picture, then measurements, then other pictures.
 */
function Step({ step }: { step: PublicTraceStep }) {
  const { stepName, bizStep, eventTime, partyName, fields, pictures } = step;
  const place = locationText(step);
  const [first, ...otherPictures] = pictures.map((picture) => (
    <img key={picture} src={fileUrl(picture)} alt={stepName} loading="lazy" className="size-24 flex-none rounded object-cover" />
  ));
  return (
    <li className="group/step relative pb-6 pl-12">
      {/* each step is attached to the line by its marker; the line ends at the last step */}
      <i aria-hidden="true" className="absolute top-9 bottom-0 left-[17px] w-0.5 bg-line group-last/step:hidden" />
      <span className="absolute top-0 left-0 grid size-9 place-items-center rounded-full bg-primary-ground text-primary-ink">
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.8">
          <path d={stepSign(bizStep)} strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </span>
      <div className="flex justify-between gap-3">
        <div>
          <h3 className="m-0 text-base/6">{stepName}</h3>
          <p className={`${FACT} tabular-nums`}>{eventTime.slice(0, 16)}</p>
          {place && <p className={FACT}>{place}</p>}
          {partyName && <p className={FACT}>{partyName}</p>}
        </div>
        {first}
      </div>
      {fields.length > 0 && (
        <dl className="mt-2 mb-0">
          {fields.map(({ title, value }) => (
            <div key={title} className="flex gap-4 py-1">
              <dt className="w-26 flex-none text-muted">{title}</dt>
              <dd className="m-0">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {otherPictures.length > 0 && <p className="m-0 flex flex-wrap gap-2 pt-2">{otherPictures}</p>}
    </li>
  );
}

/** Trace of a batch or one of its codes: `?ordinal=`, or `?code=` as a scanner types it. */
export default function TraceBatchPage() {
  const t = useTranslations();
  const { batchId = '' } = useParams();
  const [query, updateQuery] = useListQuery();
  const { ordinal, level, code, tab, page } = query;
  const traceQuery = code ? { code } : { batchId, ...(ordinal && { ordinal }), ...(ordinal && level && { level }) };
  const view = useQuery({
    ...endpointQueryOptions(traceView, { ...traceQuery, page }),
    // keep the previous page while paging within one trace, but not for another trace
    placeholderData: (previous, query) =>
      queryKeyWithoutPage(query?.queryKey) === queryKeyWithoutPage(endpointQueryOptions(traceView, traceQuery).queryKey)
        ? previous
        : undefined,
    meta: { ownErrors: true },
  });
  return (
    <QueryPage query={view} listHref={traceRecords.path} titleOf={({ batchNo }) => t('manage.traceability.traceOf', { batchNo })}>
      {(data) => (
        <Trace
          view={data}
          traceQuery={traceQuery}
          tab={tab}
          onTab={(key) => updateQuery({ tab: key, page })}
          onPage={(to) => updateQuery({ page: to })}
        />
      )}
    </QueryPage>
  );
}

/** The query without its page. */
const queryKeyWithoutPage = (queryKey: readonly unknown[] | undefined) =>
  JSON.stringify(queryKey, (name, value: unknown) => (name === 'page' ? undefined : value));

const downloads = { proof: traceProof, report: traceReport, epcis: traceEpcis } as const;

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
  const downloadItem = (format: keyof typeof downloads, extension: string) => ({
    key: format,
    label: t(`manage.traceability.${format}`),
    onClick: () => void download(urlOf(downloads[format], traceQuery), `trace_${batchNo}.${extension}`),
  });
  return (
    <>
      <PageHeader
        title={`${view.categoryName} · ${t('manage.traceability.traceOf', { batchNo })}`}
        purpose={
          ordinal !== null || containers.length > 0 ? (
            <>
              {ordinal !== null && t('manage.traceability.byCode', { ordinal: ordinalText(ordinal) })}
              {containers.length > 0 &&
                ` · ${t('manage.traceability.containers')} ${containers
                  .map((each) =>
                    t('manage.traceability.containerOf', {
                      level: t(`manage.traceability.level.${each.level as 1}`),
                      ordinal: ordinalText(each.ordinal),
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
              <ButtonMenu
                menu={{
                  items: [downloadItem('report', 'pdf'), downloadItem('proof', 'proof.json'), downloadItem('epcis', 'epcis.jsonld')],
                }}
              >
                {t('manage.traceability.downloads')}
              </ButtonMenu>
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
          { label: t('manage.batch.gtin'), value: <CopyableText>{view.gtin}</CopyableText> },
          { label: t('manage.batch.supplierName'), value: view.supplierName },
          { label: t('manage.batch.madeDate'), value: <span className="tabular-nums">{view.madeDate}</span> },
          {
            label: <Tooltip title={t('manage.traceability.completeness.tip')}>{t('manage.traceability.completeness')}</Tooltip>,
            value: (
              <span className="tabular-nums">
                {t('manage.traceability.stepProgress', { filled: filledCount, required: requiredSteps.length })}
              </span>
            ),
          },
          {
            label: <Tooltip title={t('manage.traceability.chain.hint')}>{t('manage.traceability.chain')}</Tooltip>,
            value: chain ? (
              <span className={chain.whole ? 'text-success' : 'font-semibold text-danger'}>
                {t(chain.whole ? 'manage.traceability.chain.whole' : 'manage.traceability.chain.broken', { count: chain.count })}
              </span>
            ) : (
              <span className="text-muted">{t('manage.traceability.chain.none')}</span>
            ),
          },
        ]}
      />
      <section className="card mb-4 px-6 py-4 max-md:px-4">
        <div className="mb-2 max-w-130">
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
            { key: 'genealogy', label: t('manage.traceability.view.genealogy'), children: <TraceGenealogy traceQuery={traceQuery} /> },
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
