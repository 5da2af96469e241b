import type { HomeFigures } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useWords } from '../../data/words.ts';
import { Chart } from '../../ui/chart.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Question } from '../../ui/question.tsx';
import { hourFigures } from './figures.ts';
import { ScanMap } from './scan-map.tsx';
import { useBehind } from './use-behind.ts';

// region names load with the map
const RegionRanks = lazyPart(() => import('./region-ranks.tsx'));

export function Questions({ figures }: { figures: HomeFigures }) {
  const t = useWords();
  const { scans, batches } = useBehind();
  const { byDay, goods, dealers } = figures;
  const hours = useQuery(hourFigures()).data ?? [];
  const [today, yesterday] = [byDay.at(-1)?.day, byDay.at(-2)?.day];
  const dayOf = (at: number) => ({ beginTime: byDay[at]?.day, endTime: byDay[at]?.day });
  const period = { beginTime: byDay[0]?.day, endTime: today };
  const byDays = {
    kind: 'line',
    category: t('manage.figure.day'),
    categories: byDay.map(({ day }) => day.slice(5)),
    partial: byDay.length - 1,
  } as const;
  return (
    <div className="question-grid">
      <Question title={t('manage.figure.ask.days')} how={t('manage.figure.ask.days.how')} wide>
        <Chart
          {...byDays}
          title={t('manage.figure.ask.days')}
          series={[
            { name: t('manage.figure.scans'), values: byDay.map((day) => day.scans) },
            { name: t('manage.figure.firsts'), tone: 'genuine', values: byDay.map(({ firsts }) => firsts) },
          ]}
          behind={(at, series) => scans({ ...dayOf(at), ...(series === 1 && { first: '1' }) })}
        />
      </Question>
      <Question title={t('manage.figure.ask.hours')} how={t('manage.figure.ask.hours.how')}>
        <Chart
          title={t('manage.figure.ask.hours')}
          kind="column"
          category={t('manage.figure.hour')}
          categories={hours.map(({ hour }) => `${hour}:00`)}
          series={[
            { name: t('manage.figure.today'), values: hours.map((hour) => hour.today) },
            { name: t('manage.figure.yesterday'), values: hours.map((hour) => hour.yesterday), faint: true },
          ]}
          partial={hours.findLastIndex((hour) => hour.today !== null)}
          behind={(at, series) => scans(hourOf(series === 1 ? yesterday : today, hours[at]?.hour))}
        />
      </Question>
      <Question title={t('manage.figure.ask.map')} how={t('manage.figure.ask.map.how')} wide>
        <ScanMap figures={figures} title={t('manage.figure.ask.map')} />
      </Question>
      <Question title={t('manage.figure.ask.regions')} how={t('manage.figure.ask.regions.how')}>
        <Suspense fallback={<div className="chart figure-waiting" style={{ height: heightOf(10, 2) }} />}>
          <RegionRanks figures={figures} title={t('manage.figure.ask.regions')} heightOf={heightOf} />
        </Suspense>
      </Question>
      <Question title={t('manage.figure.ask.suspects')} how={t('manage.figure.ask.suspects.how')} wide>
        <Chart
          {...byDays}
          title={t('manage.figure.ask.suspects')}
          series={[
            { name: t('manage.figure.suspect'), tone: 'attention', values: byDay.map(({ suspect }) => suspect) },
            { name: t('manage.figure.diversion'), tone: 'diversion', values: byDay.map(({ diversion }) => diversion) },
          ]}
          behind={(at, series) => scans({ verdict: 'suspect', ...(series === 1 && { reason: 'otherRegion' }), ...dayOf(at) })}
        />
      </Question>
      <Question title={t('manage.figure.ask.goods')} how={t('manage.figure.ask.goods.how')}>
        <Chart
          title={t('manage.figure.ask.goods')}
          kind="bar"
          category={t('manage.figure.category')}
          categories={goods.map(({ categoryName }) => categoryName)}
          series={[{ name: t('manage.figure.scans'), values: goods.map((one) => one.scans) }]}
          height={heightOf(goods.length)}
          behind={(at) => scans({ categoryId: goods[at] && String(goods[at].categoryId), ...period })}
        />
      </Question>
      <Question title={t('manage.figure.ask.codes')} how={t('manage.figure.ask.codes.how')} wide>
        <Chart
          {...byDays}
          title={t('manage.figure.ask.codes')}
          series={[
            { name: t('manage.figure.issued'), values: byDay.map(({ issued }) => issued) },
            { name: t('manage.figure.live'), tone: 'genuine', values: byDay.map(({ live }) => live) },
          ]}
          behind={(at, series) => batches({ having: series === 1 ? 'live' : 'issued', havingEndTime: byDay[at]?.day })}
        />
      </Question>
      <Question title={t('manage.figure.ask.dealers')} how={t('manage.figure.ask.dealers.how')}>
        {dealers.length === 0 ? (
          <p className="none">{t('manage.figure.noDealers')}</p>
        ) : (
          <Chart
            title={t('manage.figure.ask.dealers')}
            kind="bar"
            category={t('manage.figure.dealer')}
            categories={dealers.map(({ channelBusinessName }) => channelBusinessName)}
            series={[
              { name: t('manage.figure.scans'), values: dealers.map((one) => one.scans) },
              { name: t('manage.figure.diversion'), tone: 'diversion', values: dealers.map(({ diversion }) => diversion) },
            ]}
            height={heightOf(dealers.length, 2)}
            behind={(at, series) =>
              scans({
                channelBusinessId: dealers[at] && String(dealers[at].channelBusinessId),
                ...period,
                ...(series === 1 && { verdict: 'suspect', reason: 'otherRegion' }),
              })
            }
          />
        )}
      </Question>
    </div>
  );
}

/** Height of a bar chart in pixels. Paired bars are thinner, so that the chart is not taller than the map next to it. */
const heightOf = (rows: number, bars = 1) => Math.max(120, rows * (bars === 1 ? 26 : 42) + 24);

/** Time range of one hour, including its last second. */
function hourOf(day: string | undefined, hour: number | undefined) {
  if (!day || hour === undefined) return {};
  const at = `${day} ${String(hour).padStart(2, '0')}`;
  return { beginTime: `${at}:00:00`, endTime: `${at}:59:59` };
}
