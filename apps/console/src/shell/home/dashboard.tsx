import type { figureDays, HomeFigures } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useWords } from '../../data/words.ts';
import { Failed, Waiting } from '../../ui/states.tsx';
import './dashboard.css';
import { homeFigures } from './figures.ts';
import { KeyFigures } from './key-figures.tsx';
import { Questions } from './questions.tsx';

/** Periods in days, duplicated here so that home does not load a schema. */
const PERIODS: typeof figureDays = [7, 30, 90];

export default function Dashboard() {
  const t = useWords();
  const [days, choose] = useState<number>(30);
  const { data, error, refetch } = useQuery({ ...homeFigures(days), placeholderData: (before) => before });
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

const Figures = ({ figures }: { figures: HomeFigures }) => (
  <>
    <KeyFigures figures={figures} />
    <Questions figures={figures} />
  </>
);
