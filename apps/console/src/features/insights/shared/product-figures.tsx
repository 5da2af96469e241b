import { batches, type ProductStatistics, regionContains, scans } from '@suyuan/contract';
import { Tooltip } from 'antd';
import { type ReactNode, useState } from 'react';
import { currentLanguage, useTranslations } from '../../../data/i18n.ts';
import { usePermission, usePermissions } from '../../../data/permission.tsx';
import { provinceNameOf, useRegions } from '../../../data/regions.ts';
import { Chart, figureHeading } from '../../../ui/chart.tsx';
import { ChinaMap } from '../../../ui/china-map.tsx';
import { FigureRows, type FigureTable, FigureTools } from '../../../ui/figure-tools.tsx';
import { formatShare } from '../../../ui/format-amount.ts';
import { cardNumber, groupDigits } from '../../../ui/number-format.ts';
import { FigureLink } from '../../../ui/row-link.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';

/** Stages of codes with the filter of their batches. The scanned stage links to scans instead. */
const STAGES = [
  ['issued', { having: 'issued' }],
  ['activated', { having: 'live' }],
  ['shipped', { having: 'shipped' }],
  ['scanned', { first: '1', inspection: '0' }],
] as const;

const STAGE =
  'grid grid-cols-[88px_minmax(0,1fr)_176px] items-center gap-3 py-1 max-sm:grid-cols-[72px_minmax(0,1fr)] max-sm:gap-y-0 max-sm:pb-2';

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
    <figure className="relative m-0 min-w-0" aria-label={title}>
      <FigureTools title={title} table={table} isTable={isTable} onSwitch={showTable} picture="chart" />
      {isTable ? (
        <FigureRows title={title} table={table} />
      ) : (
        <ol className="m-0 list-none p-0">
          {STAGES.map(([stage], at) => {
            const href = getHref(at);
            const count = groupDigits(funnel[stage]);
            const widthPercent = funnel.issued > 0 ? Math.max((100 * funnel[stage]) / funnel.issued, funnel[stage] > 0 ? 0.5 : 0) : 0;
            return (
              <li key={stage} className={STAGE}>
                <TermTooltip explanation={t(`manage.category.figure.${stage}.about`)}>{t(`manage.category.figure.${stage}`)}</TermTooltip>
                <span className="h-4 overflow-hidden rounded-sm bg-track" aria-hidden="true">
                  <i className="block h-full rounded-sm bg-(--tone-verified)" style={{ width: `${widthPercent}%` }} />
                </span>
                <span className="text-right tabular-nums max-sm:col-start-2 max-sm:text-left">
                  {href ? <FigureLink to={href}>{count}</FigureLink> : count}{' '}
                  {/* the margin separates the dash from the count, which uses spaces between thousands */}
                  <span className="ml-2 inline-block min-w-12 text-end text-muted">{formatShare(funnel[stage], funnel.issued)}</span>
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
  const { funnel, byDay, byRegion, followTime } = figures;
  const total = (key: 'scans' | 'firsts' | 'suspect' | 'notActivated') => byDay.reduce((sum, day) => sum + day[key], 0);
  const [scanCount, firstCount, suspectCount, notActivatedCount] = [
    total('scans'),
    total('firsts'),
    total('suspect'),
    total('notActivated'),
  ];
  const periodText = t('manage.figure.lastDays', { days: byDay.length });
  const period = { beginTime: byDay[0]?.day ?? '', endTime: byDay.at(-1)?.day ?? '' };
  const scansLink = (filters: Record<string, string>) =>
    canListScans
      ? `${scans.path}?${new URLSearchParams({ categoryId: String(categoryId), ...period, ...filters, inspection: '0' })}`
      : undefined;
  const linkedFigure = (count: number, text: string, filters: Record<string, string>) => {
    const href = count > 0 ? scansLink(filters) : undefined;
    return href ? <FigureLink to={href}>{text}</FigureLink> : text;
  };
  const locatedRegions = byRegion.filter(
    ({ regionCode }) => regionCode !== '' && regions?.some(({ code }) => regionContains(code, regionCode)),
  );
  const topRegions = byRegion.slice(0, TOP_REGIONS);
  if (funnel.issued + scanCount === 0) return <p className="m-0 text-muted">{t('manage.category.figure.nothing')}</p>;
  return (
    <div>
      <dl className="m-0 grid grid-cols-[repeat(auto-fit,minmax(136px,1fr))] gap-4">
        <Figure
          title={t('manage.category.figure.scans')}
          period={periodText}
          explanation={t('manage.category.figure.scans.about')}
          exact={groupDigits(scanCount)}
          note={
            notActivatedCount > 0 &&
            linkedFigure(notActivatedCount, t('manage.category.figure.notActivated', { count: notActivatedCount }), {
              verdict: 'notActivated',
            })
          }
        >
          {linkedFigure(scanCount, cardNumber(scanCount, currentLanguage()), {})}
        </Figure>
        <Figure
          title={t('manage.category.figure.firstRate')}
          period={periodText}
          explanation={t('manage.category.figure.firstRate.about')}
          exact={groupDigits(firstCount)}
        >
          {linkedFigure(firstCount, formatShare(firstCount, scanCount), { first: '1' })}
        </Figure>
        <Figure
          title={t('manage.category.figure.suspectRate')}
          period={periodText}
          explanation={t('manage.category.figure.suspect.about')}
          exact={groupDigits(suspectCount)}
        >
          {linkedFigure(suspectCount, formatShare(suspectCount, scanCount), { verdict: 'suspect' })}
        </Figure>
      </dl>
      <Section word="funnel">
        <ProductFunnel categoryId={categoryId} funnel={funnel} />
      </Section>
      {scanCount === 0 ? (
        <p className="text-muted">{t('manage.category.figure.none')}</p>
      ) : (
        <>
          <Section word="trend">
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
          </Section>
          <Section word="regions">
            <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
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
                categories={topRegions.map(({ regionCode }) =>
                  regionCode ? provinceNameOf(regions, regionCode) : t('manage.figure.elsewhere'),
                )}
                series={[{ name: t('manage.category.figure.scans'), values: topRegions.map((region) => region.scans) }]}
                height={320}
                getHref={(at) =>
                  topRegions[at] && scansLink(topRegions[at].regionCode ? { regionCode: topRegions[at].regionCode } : { unplaced: '1' })
                }
              />
            </div>
          </Section>
        </>
      )}
      {followTime && (
        <p className="mt-4 mb-0 text-xs text-muted">{t('manage.category.figure.follow', { time: followTime.slice(0, 16) })}</p>
      )}
    </div>
  );
}

function Section({ word, children }: { word: 'funnel' | 'trend' | 'regions'; children: ReactNode }) {
  const t = useTranslations();
  const titleId = `goods-${word}-title`;
  return (
    <section className="mt-6" aria-labelledby={titleId}>
      <h3 id={titleId} className={`mt-0 mb-3 text-base font-semibold ${figureHeading}`}>
        <TermTooltip explanation={t(`manage.category.figure.${word}.about`)}>{t(`manage.category.figure.${word}`)}</TermTooltip>
      </h3>
      {children}
    </section>
  );
}

interface FigureProps {
  title: string;
  period: string;
  explanation: string;
  /** For the tooltip of a rounded number. */
  exact: string;
  note?: ReactNode;
  children: ReactNode;
}

function Figure({ title, period, explanation, exact, note, children }: FigureProps) {
  return (
    <div>
      <dt className="text-muted">
        <TermTooltip explanation={explanation}>{title}</TermTooltip>
        <span className="block text-xs/5">{period}</span>
      </dt>
      <dd className="ms-0 mt-1 text-2xl/9">
        <Tooltip title={exact}>
          <span className="tabular-nums">{children}</span>
        </Tooltip>
      </dd>
      {note && <dd className="m-0 text-xs/5 text-muted">{note}</dd>}
    </div>
  );
}
