import { type RecallSummary, scans } from '@suyuan/contract';
import { Alert } from 'antd';
import { usePermission } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { Chart } from '../../../ui/chart.tsx';
import { ChinaMap } from '../../../ui/china-map.tsx';
import { FigureTile } from '../../../ui/figure-tile.tsx';
import { groupDigits } from '../../../ui/numbers.ts';
import { Question } from '../../../ui/question.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { shareText } from '../../../ui/share-text.ts';

const RANKED = 10;

export function ImpactFigures({ summary, onDealer }: { summary: RecallSummary; onDealer: (channelBusinessId: number) => void }) {
  const t = useWords();
  const { batchId, out, untracked, sold, issued, boxes, cases, pallets, dealers, dealerCount, dispatches: shipments, waiting } = summary;
  const { scans: scanRows, scannedCodes, lastScanTime, regions } = summary;
  const seesScans = usePermission(scans.permission('list'));
  const behind = (filters: Record<string, string>) =>
    seesScans ? `${scans.path}?${new URLSearchParams({ batchId: String(batchId), ...filters, inspection: '0' })}` : undefined;
  const ranked = dealers.slice(0, RANKED);
  const authorised = [...new Set(dealers.flatMap((dealer) => dealer.regions))];
  const scansPath = behind({});
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
          how={t('manage.recallImpact.out.how')}
          value={out}
          note={t('manage.recallImpact.outOf', {
            share: shareText(out, issued),
            sold: groupDigits(sold),
            untracked: groupDigits(untracked),
          })}
        />
        <FigureTile
          name={t('manage.recallImpact.reached')}
          how={t('manage.recallImpact.reached.how')}
          value={scannedCodes}
          note={scannedCodes > 0 && t('manage.recallImpact.reachedOf')}
          to={behind({})}
        />
        <FigureTile
          name={t('manage.recallImpact.containers')}
          how={t('manage.recallImpact.containers.how')}
          value={boxes + cases + pallets}
          note={t('manage.recallImpact.containersOf', { boxes, cases, pallets })}
        />
        <FigureTile name={t('manage.recallImpact.dealers')} how={t('manage.recallImpact.dealers.how')} value={dealerCount} />
        <FigureTile
          name={t('manage.recallImpact.dispatches')}
          how={t('manage.recallImpact.dispatches.how')}
          value={shipments}
          note={waiting > 0 && t('manage.recallImpact.waiting', { count: waiting })}
          to={`/manage/dispatch?batchId=${batchId}&out=1`}
        />
        <FigureTile
          name={t('manage.recallImpact.scans')}
          how={t('manage.recallImpact.scans.how')}
          value={scanRows}
          note={lastScanTime ? t('manage.recallImpact.lastScan', { time: lastScanTime.slice(0, 16) }) : t('manage.recallImpact.noScan')}
          to={behind({})}
        />
      </ul>
      {(ranked.length > 0 || scanRows > 0) && (
        <div className="question-grid impact-grid">
          <Question
            title={t('manage.recallImpact.ask.map')}
            how={t('manage.recallImpact.ask.map.how')}
            {...(ranked.length > 0 ? { wide: true } : { whole: true })}
          >
            <ChinaMap
              title={t('manage.recallImpact.ask.map')}
              measure={t('manage.recallImpact.scanShare')}
              values={regions.flatMap(({ regionCode, scans: here }) =>
                regionCode === ''
                  ? []
                  : [
                      {
                        regionCode,
                        value: here / scanRows,
                        text: t('manage.recallImpact.scanText', { share: shareText(here, scanRows), scans: here }),
                      },
                    ],
              )}
              behind={(regionCode) => behind({ regionCode })}
              outlined={authorised}
              outlinedName={t('manage.recallImpact.authorised')}
            />
          </Question>
          {ranked.length > 0 && (
            <Question title={t('manage.recallImpact.ask.dealers')} how={t('manage.recallImpact.ask.dealers.how')}>
              <Chart
                title={t('manage.recallImpact.ask.dealers')}
                kind="bar"
                category={t('manage.recallImpact.channelBusinessName')}
                categories={ranked.map(({ channelBusinessName }) => channelBusinessName)}
                series={[{ name: t('manage.recallImpact.units'), values: ranked.map(({ units }) => units) }]}
                height={Math.max(120, ranked.length * 30 + 16)}
                onPick={(at) => ranked[at] && onDealer(ranked[at].channelBusinessId)}
              />
            </Question>
          )}
        </div>
      )}
    </>
  );
}
