import { type BatchState, batches, dealers, type RecallSummary, recallSummary, scans } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { Link } from 'react-router';
import { endpointQueryOptions, listQueryOptions, useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { Chart } from '../../../ui/chart.tsx';
import { ChinaMap } from '../../../ui/china-map.tsx';
import { CodeBadge } from '../../../ui/columns.tsx';
import { KeyFacts } from '../../../ui/detail.tsx';
import { FigureCard, FigureGrid, FigureTile, FigureTiles } from '../../../ui/figure-tile.tsx';
import { formatShare } from '../../../ui/format-amount.ts';
import { ListCard } from '../../../ui/list-card.tsx';
import { groupDigits } from '../../../ui/number-format.ts';
import { Page, PageHeader, useTabTitle } from '../../../ui/page-header.tsx';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState, QueryState } from '../../../ui/states.tsx';
import { ImpactRuns } from './impact-runs.tsx';

const TOP_DEALERS = 10;

/** Links to the scans of the batch that a figure counts; undefined without permission. */
function useScansLink(batchId: number) {
  const canListScans = usePermission(scans.permission('list'));
  return (filters: Record<string, string>) =>
    canListScans ? `${scans.path}?${new URLSearchParams({ batchId: String(batchId), ...filters, inspection: '0' })}` : undefined;
}

function ImpactFigures({ summary }: { summary: RecallSummary }) {
  const t = useTranslations();
  const { batchId, out, untracked, sold, issued, boxes, cases, pallets, dealerCount, dispatches: shipments, waiting } = summary;
  const { scans: scanCount, scannedCodes, lastScanTime } = summary;
  const scansLink = useScansLink(batchId);
  const scansPath = scansLink({});
  const hasFigures = out + scannedCodes + boxes + cases + pallets + dealerCount + shipments + waiting + scanCount > 0;
  return (
    <>
      {untracked > 0 && (
        <Alert
          type="warning"
          showIcon
          className="mb-4!"
          title={t('manage.recallImpact.untracked', { count: untracked })}
          action={scansPath && <RowLink to={scansPath}>{t('manage.recallImpact.seeScans')}</RowLink>}
        />
      )}
      {/* without any figure, the sentence of the list below is enough */}
      {hasFigures && (
        <FigureTiles columns="fit">
          <FigureTile
            name={t('manage.recallImpact.out')}
            explanation={t('manage.recallImpact.out.how')}
            value={out}
            note={t('manage.recallImpact.outOf', {
              share: formatShare(out, issued),
              sold: groupDigits(sold),
              untracked: groupDigits(untracked),
            })}
          />
          <FigureTile
            name={t('manage.recallImpact.reached')}
            explanation={t('manage.recallImpact.reached.how')}
            value={scannedCodes}
            note={scannedCodes > 0 && t('manage.recallImpact.reachedOf')}
            to={scansLink({})}
          />
          <FigureTile
            name={t('manage.recallImpact.containers')}
            explanation={t('manage.recallImpact.containers.how')}
            value={boxes + cases + pallets}
            note={t('manage.recallImpact.containersOf', { boxes, cases, pallets })}
          />
          <FigureTile name={t('manage.recallImpact.dealers')} explanation={t('manage.recallImpact.dealers.how')} value={dealerCount} />
          <FigureTile
            name={t('manage.recallImpact.dispatches')}
            explanation={t('manage.recallImpact.dispatches.how')}
            value={shipments}
            note={waiting > 0 && t('manage.recallImpact.waiting', { count: waiting })}
            to={`/manage/dispatch?batchId=${batchId}&out=1`}
          />
          <FigureTile
            name={t('manage.recallImpact.scans')}
            explanation={t('manage.recallImpact.scans.how')}
            value={scanCount}
            note={lastScanTime ? t('manage.recallImpact.lastScan', { time: lastScanTime.slice(0, 16) }) : t('manage.recallImpact.noScan')}
            to={scansLink({})}
          />
        </FigureTiles>
      )}
    </>
  );
}

function ImpactCharts({ summary, onSelectDealer }: { summary: RecallSummary; onSelectDealer: (channelBusinessId: number) => void }) {
  const t = useTranslations();
  const { batchId, dealers, scans: scanCount, regions } = summary;
  const scansLink = useScansLink(batchId);
  const topDealers = dealers.slice(0, TOP_DEALERS);
  const authorised = [...new Set(dealers.flatMap((dealer) => dealer.regions))];
  return (
    <>
      {(topDealers.length > 0 || scanCount > 0) && (
        <FigureGrid className="mt-4">
          <FigureCard
            title={t('manage.recallImpact.ask.map')}
            explanation={t('manage.recallImpact.ask.map.how')}
            wide={topDealers.length > 0}
          >
            <ChinaMap
              title={t('manage.recallImpact.ask.map')}
              measure={t('manage.recallImpact.scanShare')}
              values={regions.flatMap(({ regionCode, scans: regionScans }) =>
                regionCode === ''
                  ? []
                  : [
                      {
                        regionCode,
                        value: regionScans / scanCount,
                        text: t('manage.recallImpact.scanText', { share: formatShare(regionScans, scanCount), scans: regionScans }),
                      },
                    ],
              )}
              getHref={(regionCode) => scansLink({ regionCode })}
              outlined={authorised}
              outlinedName={t('manage.recallImpact.authorised')}
            />
          </FigureCard>
          {topDealers.length > 0 && (
            <FigureCard title={t('manage.recallImpact.ask.dealers')} explanation={t('manage.recallImpact.ask.dealers.how')}>
              <Chart
                title={t('manage.recallImpact.ask.dealers')}
                kind="bar"
                category={t('manage.recallImpact.channelBusinessName')}
                categories={topDealers.map(({ channelBusinessName }) => channelBusinessName)}
                series={[{ name: t('manage.recallImpact.units'), values: topDealers.map(({ units }) => units) }]}
                height={Math.max(120, topDealers.length * 30 + 16)}
                onSelect={(at) => topDealers[at] && onSelectDealer(topDealers[at].channelBusinessId)}
              />
            </FigureCard>
          )}
        </FigureGrid>
      )}
    </>
  );
}

const MAX_SUGGESTIONS = 5;

function ImpactStart({ onSelect }: { onSelect: (batchId: number) => void }) {
  const t = useTranslations();
  const canListBatches = usePermission(batches.permission('list'));
  const [recalled, frozen] = [useFirstBatches('recalled', canListBatches), useFirstBatches('frozen', canListBatches)];
  const failed = [recalled, frozen].find(({ error }) => error);
  if (failed || recalled.isLoading || frozen.isLoading)
    return (
      <ListCard>
        <QueryState query={failed ?? recalled} rows={3} />
      </ListCard>
    );
  const suggestions = [...(recalled.data?.rows ?? []), ...(frozen.data?.rows ?? [])].slice(0, MAX_SUGGESTIONS);
  return (
    <ListCard>
      <EmptyState text={t(suggestions.length > 0 ? 'manage.recallImpact.chooseOf' : 'manage.recallImpact.choose')}>
        {suggestions.length > 0 && (
          <div className="flex flex-wrap justify-center gap-2">
            {suggestions.map(({ batchId, batchNo, categoryName, state }) => (
              <Button
                key={batchId}
                className="h-auto! min-h-8 py-1! text-start! leading-5! whitespace-normal!"
                onClick={() => onSelect(batchId)}
              >
                <span className="mono-text">{batchNo}</span> {categoryName} <CodeBadge of={batches} field="state" value={state} />
              </Button>
            ))}
          </div>
        )}
      </EmptyState>
    </ListCard>
  );
}

const useFirstBatches = (state: BatchState, enabled: boolean) =>
  useQuery({ ...listQueryOptions(batches, { state, pageSize: String(MAX_SUGGESTIONS) }), enabled, meta: { ownErrors: true } });

function ImpactFacts({ summary }: { summary: RecallSummary }) {
  const t = useTranslations();
  const { supplierName, productionLine, intendedDealerId, intendedDealerName } = summary;
  const canOpenDealer = usePermission(dealers.permission('read'));
  const none = <span className="text-muted">—</span>;
  const dealer = canOpenDealer ? <RowLink to={`${dealers.path}/${intendedDealerId}`}>{intendedDealerName}</RowLink> : intendedDealerName;
  return (
    <KeyFacts
      facts={[
        { label: t('manage.recallImpact.supplierName'), value: supplierName },
        { label: t('manage.recallImpact.productionLine'), value: productionLine ?? none },
        { label: t('manage.recallImpact.intendedDealerName'), value: intendedDealerId === null ? none : dealer },
      ]}
    />
  );
}

/**
 * Distribution of a batch in figures, on the map, by dealer and by run. Without a batch: codes of recalled batches that are still outside.
 */
export default function RecallImpactPage() {
  const t = useTranslations();
  const [query, updateQuery] = useListQuery();
  const batchId = Number(query.batchId) || undefined;
  const summaryQuery = useQuery({
    ...endpointQueryOptions(recallSummary, { id: batchId ?? 0 }),
    enabled: batchId !== undefined,
    meta: { ownErrors: true },
  });
  const canOpenBatch = usePermission(batches.permission('read'));
  const summary = batchId === undefined ? undefined : summaryQuery.data;
  useTabTitle(summary ? `${summary.categoryName} · ${summary.batchNo}` : '');
  return (
    <Page>
      <PageHeader
        title={
          summary ? (
            <>
              {summary.categoryName} ·{' '}
              {canOpenBatch ? (
                <Link to={`${batches.path}/${summary.batchId}`} className="mono-text text-ink! hover:underline">
                  {summary.batchNo}
                </Link>
              ) : (
                <span className="mono-text">{summary.batchNo}</span>
              )}{' '}
              · {t('manage.recallImpact.title')}
            </>
          ) : (
            t('manage.recallImpact.title')
          )
        }
        titleExtra={summary && <CodeBadge of={batches} field="state" value={summary.state} />}
        purpose={t('manage.recallImpact.purpose')}
        actions={
          <RecordSelect
            of={batches}
            label="batchNo"
            note="categoryName"
            value={batchId}
            onChange={(id) => updateQuery({ batchId: id, channelBusinessId: undefined })}
            allowClear
            aria-label={t('manage.recallImpact.batchId')}
            placeholder={t('manage.recallImpact.batchId')}
            className="w-70! max-md:w-full!"
          />
        }
      />
      {batchId === undefined ? (
        <ImpactStart onSelect={(id) => updateQuery({ batchId: id, channelBusinessId: undefined })} />
      ) : summaryQuery.data ? (
        <>
          <ImpactFacts summary={summaryQuery.data} />
          <ImpactFigures summary={summaryQuery.data} />
        </>
      ) : (
        <QueryState query={summaryQuery} rows={6} />
      )}
      {/* whom to call comes before the map */}
      <ImpactRuns query={query} updateQuery={updateQuery} dealers={summaryQuery.data?.dealers ?? []} />
      {summary && <ImpactCharts summary={summary} onSelectDealer={(channelBusinessId) => updateQuery({ channelBusinessId })} />}
    </Page>
  );
}
