import type { figureDays, HomeFigures } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { Chart } from '../../ui/chart.tsx';
import { FigureCard, FigureGrid } from '../../ui/figure-tile.tsx';
import { lazyWithRetry } from '../../ui/lazy-component.tsx';
import { FigureLoading, TilesLoading } from '../../ui/loading-shapes.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { homeFigures, hourFigures } from './figures.ts';
import { KeyFigures } from './key-figures.tsx';
import { ScanMap } from './scan-map.tsx';
import { useFigureLinks } from './use-figure-links.ts';

// region names load with the map
const RegionRanks = lazyWithRetry(() => import('./region-ranks.tsx'));

function DashboardCharts({ figures }: { figures: HomeFigures }) {
  const t = useTranslations();
  const { scans, batches } = useFigureLinks();
  const { byDay, goods, dealers } = figures;
  const hasScans = byDay.some((day) => day.scans > 0);
  const hasSuspects = byDay.some(({ suspect }) => suspect > 0);
  const hasCodes = byDay.some(({ issued }) => issued > 0);
  const hours = useQuery(hourFigures()).data ?? [];
  const [today, yesterday] = [byDay.at(-1)?.day, byDay.at(-2)?.day];
  const dayOf = (at: number) => ({ beginTime: byDay[at]?.day, endTime: byDay[at]?.day });
  const period = { beginTime: byDay[0]?.day, endTime: today };
  const dailyAxis = {
    kind: 'line',
    category: t('manage.figure.day'),
    categories: byDay.map(({ day }) => day.slice(5)),
    incompleteIndex: byDay.length - 1,
  } as const;
  return (
    <FigureGrid>
      {hasScans ? (
        <>
          <FigureCard title={t('manage.figure.ask.days')} explanation={t('manage.figure.ask.days.how')} wide>
            <Chart
              {...dailyAxis}
              title={t('manage.figure.ask.days')}
              series={[
                { name: t('manage.figure.scans'), values: byDay.map((day) => day.scans) },
                { name: t('manage.figure.firsts'), tone: 'genuine', values: byDay.map(({ firsts }) => firsts) },
              ]}
              getHref={(at, series) => scans({ ...dayOf(at), ...(series === 1 && { first: '1' }) })}
            />
          </FigureCard>
          <FigureCard title={t('manage.figure.ask.hours')} explanation={t('manage.figure.ask.hours.how')}>
            <Chart
              title={t('manage.figure.ask.hours')}
              kind="column"
              category={t('manage.figure.hour')}
              categories={hours.map(({ hour }) => `${hour}:00`)}
              series={[
                { name: t('manage.figure.today'), values: hours.map((hour) => hour.today) },
                { name: t('manage.figure.yesterday'), values: hours.map((hour) => hour.yesterday), faint: true },
              ]}
              incompleteIndex={hours.findLastIndex((hour) => hour.today !== null)}
              getHref={(at, series) => scans(hourRange(series === 1 ? yesterday : today, hours[at]?.hour))}
            />
          </FigureCard>
          <FigureCard title={t('manage.figure.ask.map')} explanation={t('manage.figure.ask.map.how')} wide>
            <ScanMap figures={figures} title={t('manage.figure.ask.map')} />
          </FigureCard>
          <FigureCard title={t('manage.figure.ask.regions')} explanation={t('manage.figure.ask.regions.how')}>
            <Suspense
              fallback={
                <figure className="m-0">
                  <FigureLoading style={{ height: heightOf(10) }} />
                </figure>
              }
            >
              <RegionRanks figures={figures} title={t('manage.figure.ask.regions')} heightOf={heightOf} />
            </Suspense>
          </FigureCard>
        </>
      ) : (
        <p className="m-0 text-muted xl:col-span-3">{t('manage.figure.noScans')}</p>
      )}
      {hasSuspects && (
        <FigureCard title={t('manage.figure.ask.suspects')} explanation={t('manage.figure.ask.suspects.how')} wide>
          <Chart
            {...dailyAxis}
            title={t('manage.figure.ask.suspects')}
            series={[
              { name: t('manage.figure.suspect'), tone: 'attention', values: byDay.map(({ suspect }) => suspect) },
              { name: t('manage.figure.diversion'), tone: 'diversion', values: byDay.map(({ diversion }) => diversion) },
            ]}
            getHref={(at, series) => scans({ verdict: 'suspect', ...(series === 1 && { reason: 'otherRegion' }), ...dayOf(at) })}
          />
        </FigureCard>
      )}
      {hasScans && (
        <FigureCard title={t('manage.figure.ask.goods')} explanation={t('manage.figure.ask.goods.how')}>
          <Chart
            title={t('manage.figure.ask.goods')}
            kind="bar"
            category={t('manage.figure.category')}
            categories={goods.map(({ categoryName }) => categoryName)}
            series={[{ name: t('manage.figure.scans'), values: goods.map((one) => one.scans) }]}
            height={heightOf(goods.length)}
            getHref={(at) => scans({ categoryId: goods[at] && String(goods[at].categoryId), ...period })}
          />
        </FigureCard>
      )}
      {hasCodes && (
        <FigureCard title={t('manage.figure.ask.codes')} explanation={t('manage.figure.ask.codes.how')} wide>
          <Chart
            {...dailyAxis}
            title={t('manage.figure.ask.codes')}
            series={[
              { name: t('manage.figure.issued'), values: byDay.map(({ issued }) => issued) },
              { name: t('manage.figure.live'), tone: 'genuine', values: byDay.map(({ live }) => live) },
            ]}
            getHref={(at, series) => batches({ having: series === 1 ? 'live' : 'issued', havingEndTime: byDay[at]?.day })}
          />
        </FigureCard>
      )}
      {dealers.length > 0 && (
        <FigureCard title={t('manage.figure.ask.dealers')} explanation={t('manage.figure.ask.dealers.how')}>
          <Chart
            title={t('manage.figure.ask.dealers')}
            kind="bar"
            category={t('manage.figure.dealer')}
            categories={dealers.map(({ channelBusinessName }) => channelBusinessName)}
            series={[
              { name: t('manage.figure.scans'), values: dealers.map((one) => one.scans) },
              { name: t('manage.figure.diversion'), tone: 'diversion', isShare: true, values: dealers.map(({ diversion }) => diversion) },
            ]}
            height={heightOf(dealers.length)}
            getHref={(at, series) =>
              scans({
                channelBusinessId: dealers[at] && String(dealers[at].channelBusinessId),
                ...period,
                ...(series === 1 && { verdict: 'suspect', reason: 'otherRegion' }),
              })
            }
          />
        </FigureCard>
      )}
    </FigureGrid>
  );
}

/** Height of a ranking in pixels. */
const heightOf = (rows: number) => Math.max(120, rows * 26 + 24);

/** Time range of one hour, including its last second. */
function hourRange(day: string | undefined, hour: number | undefined) {
  if (!day || hour === undefined) return {};
  const prefix = `${day} ${String(hour).padStart(2, '0')}`;
  return { beginTime: `${prefix}:00:00`, endTime: `${prefix}:59:59` };
}

/** Periods in days, duplicated here so that home does not load a schema. */
const PERIODS: typeof figureDays = [7, 30, 90];

/** @param children between the figures and the charts */
export default function Dashboard({ children }: { children: ReactNode }) {
  const t = useTranslations();
  const [days, setDays] = useState<number>(30);
  const { data, error, refetch } = useQuery({ ...homeFigures(days), placeholderData: (previous) => previous });
  return (
    <section data-page="section" className="mt-4" aria-label={t('manage.figure')}>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="m-0 text-base/6 font-semibold">{t('manage.figure')}</h2>
        <span className="mr-auto text-xs text-muted tabular-nums">
          {data && (data.followTime ? t('manage.figure.followed', { time: data.followTime.slice(0, 19) }) : t('manage.figure.unfollowed'))}
        </span>
        <Segmented
          aria-label={t('manage.figure.period')}
          value={days}
          onChange={setDays}
          options={PERIODS.map((value) => ({ value, label: t('manage.figure.lastDays', { days: value }) }))}
        />
      </div>
      {data ? <KeyFigures figures={data} /> : error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <TilesLoading />}
      <div className="my-4">{children}</div>
      {data && <DashboardCharts figures={data} />}
    </section>
  );
}
