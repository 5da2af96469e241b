import { type RecallSummary, scans } from '@suyuan/contract';
import { Alert } from 'antd';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { Chart } from '../../../ui/chart.tsx';
import { ChinaMap } from '../../../ui/china-map.tsx';
import { FigureCard, FigureTile } from '../../../ui/figure-tile.tsx';
import { formatShare } from '../../../ui/format-amount.ts';
import { groupDigits } from '../../../ui/number-format.ts';
import { RowLink } from '../../../ui/row-link.tsx';

const TOP_DEALERS = 10;

export function ImpactFigures({
  summary,
  onSelectDealer,
}: {
  summary: RecallSummary;
  onSelectDealer: (channelBusinessId: number) => void;
}) {
  const t = useTranslations();
  const { batchId, out, untracked, sold, issued, boxes, cases, pallets, dealers, dealerCount, dispatches: shipments, waiting } = summary;
  const { scans: scanCount, scannedCodes, lastScanTime, regions } = summary;
  const canListScans = usePermission(scans.permission('list'));
  const scansLink = (filters: Record<string, string>) =>
    canListScans ? `${scans.path}?${new URLSearchParams({ batchId: String(batchId), ...filters, inspection: '0' })}` : undefined;
  const topDealers = dealers.slice(0, TOP_DEALERS);
  const authorised = [...new Set(dealers.flatMap((dealer) => dealer.regions))];
  const scansPath = scansLink({});
  return (
    <>
      {untracked > 0 && (
        <Alert
          type="warning"
          showIcon
          className="impact-untracked"
          title={t('manage.recallImpact.untracked', { count: untracked })}
          action={scansPath && <RowLink to={scansPath}>{t('manage.recallImpact.seeScans')}</RowLink>}
        />
      )}
      <ul className="tiles impact-tiles">
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
      </ul>
      {(topDealers.length > 0 || scanCount > 0) && (
        <div className="question-grid impact-grid">
          <FigureCard
            title={t('manage.recallImpact.ask.map')}
            explanation={t('manage.recallImpact.ask.map.how')}
            {...(topDealers.length > 0 ? { wide: true } : { whole: true })}
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
        </div>
      )}
    </>
  );
}
