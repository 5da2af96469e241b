import type { figureDays, HomeFigures } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Chart } from '../../kit/chart.tsx';
import { isAbsent } from '../../kit/refusal.ts';
import { Failed, Waiting } from '../../kit/states.tsx';
import { useWords } from '../../kit/words.ts';
import './dashboard.css';
import { Question } from '../../kit/question.tsx';
import { homeFigures, hourFigures, scansBehind } from './figures.ts';
import { KeyFigures } from './key-figures.tsx';
import { ScanMap } from './scan-map.tsx';

/** What may be looked back on, told here so that home needs no schema. */
const PERIODS: typeof figureDays = [7, 30, 90];

/** The business in figures: a row of them, then one question a chart, each mark leading to what is behind it. */
export default function Dashboard() {
  const t = useWords();
  const [days, choose] = useState<number>(30);
  const { data, error, refetch } = useQuery({ ...homeFigures(days), placeholderData: (before) => before });
  if (isAbsent(error)) return null;
  return (
    <section className="dashboard" aria-label={t('manage.figure')}>
      <div className="dashboard-head">
        <h2>{t('manage.figure')}</h2>
        <span className="numeral dashboard-time">
          {data && (data.followTime ? t('manage.figure.followed', { time: data.followTime.slice(0, 19) }) : t('manage.figure.unfollowed'))}
        </span>
        <Segmented
          aria-label={t('manage.figure.period')}
          value={days}
          onChange={choose}
          options={PERIODS.map((value) => ({ value, label: t('manage.figure.lastDays', { days: value }) }))}
        />
      </div>
      {data ? <Figures figures={data} /> : error ? <Failed error={error} onRetry={() => void refetch()} /> : <Waiting rows={6} />}
    </section>
  );
}

function Figures({ figures }: { figures: HomeFigures }) {
  const t = useWords();
  const navigate = useNavigate();
  const { byDay, goods, dealers } = figures;
  const hours = useQuery(hourFigures()).data ?? [];
  const dayOf = (at: number) => ({ beginTime: byDay[at]?.day, endTime: byDay[at]?.day });
  const days = byDay.map(({ day }) => day.slice(5));
  return (
    <>
      <KeyFigures figures={figures} />
      <div className="question-grid">
        <Question title={t('manage.figure.ask.days')} how={t('manage.figure.ask.days.how')} wide>
          <Chart
            title={t('manage.figure.ask.days')}
            kind="line"
            category={t('manage.figure.day')}
            categories={days}
            series={[
              { name: t('manage.figure.scans'), values: byDay.map(({ scans }) => scans) },
              { name: t('manage.figure.firsts'), tone: 'genuine', values: byDay.map(({ firsts }) => firsts) },
            ]}
            onPick={(at) => navigate(scansBehind(dayOf(at)))}
          />
        </Question>
        <Question title={t('manage.figure.ask.hours')} how={t('manage.figure.ask.hours.how')}>
          <Chart
            title={t('manage.figure.ask.hours')}
            kind="column"
            category={t('manage.figure.hour')}
            categories={hours.map(({ hour }) => `${hour}:00`)}
            series={[
              { name: t('manage.figure.today'), values: hours.map(({ today }) => today) },
              { name: t('manage.figure.yesterday'), values: hours.map(({ yesterday }) => yesterday), faint: true },
            ]}
          />
        </Question>
        <Question title={t('manage.figure.ask.map')} how={t('manage.figure.ask.map.how')} wide tall>
          <ScanMap figures={figures} title={t('manage.figure.ask.map')} />
        </Question>
        <Question title={t('manage.figure.ask.goods')} how={t('manage.figure.ask.goods.how')}>
          <Chart
            title={t('manage.figure.ask.goods')}
            kind="bar"
            category={t('manage.figure.category')}
            categories={goods.map(({ categoryName }) => categoryName)}
            series={[{ name: t('manage.figure.scans'), values: goods.map(({ scans }) => scans) }]}
            height={heightOf(goods.length)}
            onPick={(at) => goods[at] && navigate(`/manage/category/${goods[at].categoryId}`)}
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
                { name: t('manage.figure.scans'), values: dealers.map(({ scans }) => scans) },
                { name: t('manage.figure.diversion'), tone: 'diversion', values: dealers.map(({ diversion }) => diversion) },
              ]}
              height={heightOf(dealers.length * 2)}
              onPick={(at) => dealers[at] && navigate(`/manage/channelBusiness/${dealers[at].channelBusinessId}`)}
            />
          )}
        </Question>
        <Question title={t('manage.figure.ask.codes')} how={t('manage.figure.ask.codes.how')} wide>
          <Chart
            title={t('manage.figure.ask.codes')}
            kind="line"
            category={t('manage.figure.day')}
            categories={days}
            series={[
              { name: t('manage.figure.issued'), values: byDay.map(({ issued }) => issued) },
              { name: t('manage.figure.live'), tone: 'genuine', values: byDay.map(({ live }) => live) },
            ]}
          />
        </Question>
        <Question title={t('manage.figure.ask.suspects')} how={t('manage.figure.ask.suspects.how')}>
          <Chart
            title={t('manage.figure.ask.suspects')}
            kind="line"
            category={t('manage.figure.day')}
            categories={days}
            series={[
              { name: t('manage.figure.suspect'), tone: 'attention', values: byDay.map(({ suspect }) => suspect) },
              { name: t('manage.figure.diversion'), tone: 'diversion', values: byDay.map(({ diversion }) => diversion) },
            ]}
            onPick={(at) => navigate(scansBehind({ verdict: 'suspect', ...dayOf(at) }))}
          />
        </Question>
      </div>
    </>
  );
}

const heightOf = (bars: number) => Math.max(120, bars * 26 + 24);
