import { batches, type ProductStatistics, regionContains, scans } from '@suyuan/contract';
import { Tooltip } from 'antd';
import { type ReactNode, useState } from 'react';
import { currentLanguage, useTranslations } from '../../../data/i18n.ts';
import { usePermission, usePermissions } from '../../../data/permission.tsx';
import { useRegions } from '../../../data/regions.ts';
import { Chart } from '../../../ui/chart.tsx';
import { ChinaMap } from '../../../ui/china-map.tsx';
import { formatShare } from '../../../ui/format-amount.ts';
import { groupDigits, shortNumber } from '../../../ui/number-format.ts';
import { useProvinceNames } from '../../../ui/region-select.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import './product-figures.css';
import { FigureRows, type FigureTable, FigureTools } from '../../../ui/figure-tools.tsx';

/** Stages of codes with the filter of their batches. The scanned stage links to scans instead. */
const STAGES = [
  ['issued', { having: 'issued' }],
  ['activated', { having: 'live' }],
  ['shipped', { having: 'shipped' }],
  ['scanned', { first: '1', inspection: '0' }],
] as const;

function ProductFunnel({ categoryId, funnel }: { categoryId: number | string; funnel: ProductStatistics['funnel'] }) {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const [isTable, showTable] = useState(false);
  const title = t('manage.category.figure.funnel');
  const getHref = (at: number) => {
    const [stage, filters] = STAGES[at] ?? STAGES[0];
    const { path, permission } = stage === 'scanned' ? scans : batches;
    if (!hasPermi(permission('list')) || funnel[stage] === 0) return undefined;
    return `${path}?${new URLSearchParams({ categoryId: String(categoryId), ...filters })}`;
  };
  const table: FigureTable = {
    columns: [t('manage.category.figure.stage'), t('manage.category.figure.codes')],
    rows: STAGES.map(([stage]) => [t(`manage.category.figure.${stage}`), funnel[stage]]),
    getHref,
  };
  return (
    <figure className="chart" aria-label={title}>
      <FigureTools title={title} table={table} isTable={isTable} onSwitch={showTable} picture="chart" />
      {isTable ? (
        <FigureRows title={title} table={table} />
      ) : (
        <ol className="funnel">
          {STAGES.map(([stage], at) => {
            const href = getHref(at);
            const count = groupDigits(funnel[stage]);
            const widthPercent = funnel.issued > 0 ? Math.max((100 * funnel[stage]) / funnel.issued, funnel[stage] > 0 ? 0.5 : 0) : 0;
            return (
              <li key={stage}>
                <TermTooltip explanation={t(`manage.category.figure.${stage}.about`)}>{t(`manage.category.figure.${stage}`)}</TermTooltip>
                <span className="funnel-track" aria-hidden="true">
                  <i style={{ width: `${widthPercent}%` }} />
                </span>
                <span className="numeral">
                  {href ? <RowLink to={href}>{count}</RowLink> : count}{' '}
                  <span className="none">{formatShare(funnel[stage], funnel.issued)}</span>
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </figure>
  );
}

const TOP_REGIONS = 10;

const seriesFilters: Record<string, string>[] = [{}, { first: '1' }, { verdict: 'suspect' }];

interface ProductFiguresProps {
  categoryId: number | string;
  figures: ProductStatistics;
}

export function ProductFiguresView({ categoryId, figures }: ProductFiguresProps) {
  const t = useTranslations();
  const canListScans = usePermission(scans.permission('list'));
  const { regions } = useRegions();
  const provinceName = useProvinceNames(regions);
  const { funnel, byDay, byRegion, followTime } = figures;
  const total = (key: 'scans' | 'firsts' | 'suspect') => byDay.reduce((sum, day) => sum + day[key], 0);
  const [scanCount, firstCount, suspectCount] = [total('scans'), total('firsts'), total('suspect')];
  const period = { beginTime: byDay[0]?.day ?? '', endTime: byDay.at(-1)?.day ?? '' };
  const scansLink = (filters: Record<string, string>) =>
    canListScans
      ? `${scans.path}?${new URLSearchParams({ categoryId: String(categoryId), ...period, ...filters, inspection: '0' })}`
      : undefined;
  const linkedFigure = (count: number, text: string, filters: Record<string, string>) => {
    const href = count > 0 ? scansLink(filters) : undefined;
    return href ? <RowLink to={href}>{text}</RowLink> : text;
  };
  const locatedRegions = byRegion.filter(
    ({ regionCode }) => regionCode !== '' && regions?.some(({ code }) => regionContains(code, regionCode)),
  );
  const topRegions = byRegion.slice(0, TOP_REGIONS);
  return (
    <div className="goods-figures">
      <dl className="goods-figure-row">
        <Figure
          title={t('manage.category.figure.scans')}
          explanation={t('manage.category.figure.scans.about')}
          exact={groupDigits(scanCount)}
        >
          {linkedFigure(scanCount, shortNumber(scanCount, currentLanguage()), {})}
        </Figure>
        <Figure
          title={t('manage.category.figure.firstRate')}
          explanation={t('manage.category.figure.firstRate.about')}
          exact={groupDigits(firstCount)}
        >
          {linkedFigure(firstCount, formatShare(firstCount, scanCount), { first: '1' })}
        </Figure>
        <Figure
          title={t('manage.category.figure.suspectRate')}
          explanation={t('manage.category.figure.suspect.about')}
          exact={groupDigits(suspectCount)}
        >
          {linkedFigure(suspectCount, formatShare(suspectCount, scanCount), { verdict: 'suspect' })}
        </Figure>
      </dl>
      <section aria-labelledby="goods-funnel-title">
        <h3 id="goods-funnel-title">
          <TermTooltip explanation={t('manage.category.figure.funnel.about')}>{t('manage.category.figure.funnel')}</TermTooltip>
        </h3>
        <ProductFunnel categoryId={categoryId} funnel={funnel} />
      </section>
      {scanCount === 0 ? (
        <p className="none">{t('manage.category.figure.none')}</p>
      ) : (
        <>
          <section aria-labelledby="goods-trend-title">
            <h3 id="goods-trend-title">
              <TermTooltip explanation={t('manage.category.figure.trend.about')}>{t('manage.category.figure.trend')}</TermTooltip>
            </h3>
            <Chart
              title={t('manage.category.figure.trend')}
              kind="line"
              category={t('manage.category.figure.day')}
              categories={byDay.map(({ day }) => day.slice(5))}
              incompleteIndex={byDay.length - 1}
              series={[
                { name: t('manage.category.figure.scans'), values: byDay.map((day) => day.scans) },
                { name: t('manage.category.figure.firsts'), tone: 'genuine', values: byDay.map((day) => day.firsts) },
                { name: t('manage.category.figure.suspect'), tone: 'attention', values: byDay.map((day) => day.suspect) },
              ]}
              getHref={(at, series) =>
                byDay[at] && scansLink({ beginTime: byDay[at].day, endTime: byDay[at].day, ...seriesFilters[series] })
              }
            />
          </section>
          <section aria-labelledby="goods-regions-title">
            <h3 id="goods-regions-title">
              <TermTooltip explanation={t('manage.category.figure.regions.about')}>{t('manage.category.figure.regions')}</TermTooltip>
            </h3>
            <div className="goods-regions">
              <ChinaMap
                title={t('manage.category.figure.regions')}
                measure={t('manage.category.figure.suspectRate')}
                tone="attention"
                getHref={(regionCode) => scansLink({ regionCode })}
                values={locatedRegions.map((region) => ({
                  regionCode: region.regionCode,
                  value: region.suspect / region.scans,
                  text: `${groupDigits(region.scans)} · ${formatShare(region.suspect, region.scans)}`,
                }))}
              />
              <Chart
                title={t('manage.category.figure.regions')}
                kind="bar"
                category={t('kit.figure.place')}
                categories={topRegions.map(({ regionCode }) => (regionCode ? provinceName(regionCode) : t('manage.figure.elsewhere')))}
                series={[{ name: t('manage.category.figure.scans'), values: topRegions.map((region) => region.scans) }]}
                height={320}
                getHref={(at) =>
                  topRegions[at] && scansLink(topRegions[at].regionCode ? { regionCode: topRegions[at].regionCode } : { unplaced: '1' })
                }
              />
            </div>
          </section>
        </>
      )}
      {followTime && <p className="none goods-follow">{t('manage.category.figure.follow', { time: followTime.slice(0, 16) })}</p>}
    </div>
  );
}

function Figure({ title, explanation, exact, children }: { title: string; explanation: string; exact: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        <TermTooltip explanation={explanation}>{title}</TermTooltip>
      </dt>
      <dd>
        <Tooltip title={exact}>
          <span className="numeral">{children}</span>
        </Tooltip>
      </dd>
    </div>
  );
}
