import type { figureDays, HomeFigures } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslations } from '../../data/words.ts';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import './dashboard.css';
import { homeFigures } from './figures.ts';
import { KeyFigures } from './key-figures.tsx';
import { DashboardCharts } from './questions.tsx';

/** Periods in days, duplicated here so that home does not load a schema. */
const PERIODS: typeof figureDays = [7, 30, 90];

export default function Dashboard() {
  const t = useTranslations();
  const [days, setDays] = useState<number>(30);
  const { data, error, refetch } = useQuery({ ...homeFigures(days), placeholderData: (previous) => previous });
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
          onChange={setDays}
          options={PERIODS.map((value) => ({ value, label: t('manage.figure.lastDays', { days: value }) }))}
        />
      </div>
      {data ? (
        <DashboardBody figures={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState rows={6} />
      )}
    </section>
  );
}

const DashboardBody = ({ figures }: { figures: HomeFigures }) => (
  <>
    <KeyFigures figures={figures} />
    <DashboardCharts figures={figures} />
  </>
);
