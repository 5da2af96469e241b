import type { ServerSample } from '@suyuan/contract';
import { useTranslations } from '../../../data/words.ts';
import { Chart, type Series } from '../../../ui/chart.tsx';
import { TermTooltip } from '../../../ui/how.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { formatTime } from '../../../ui/time-format.ts';

const MiB = 2 ** 20;

/** The last 15 minutes of one process, one chart per metric, on a common time axis. */
export function SampleCharts({ samples }: { samples: ServerSample[] }) {
  const t = useTranslations();
  if (samples.length === 0)
    return (
      <section className="card">
        <EmptyState text={t('monitor.server.noSamples')} />
      </section>
    );
  const timeLabels = samples.map(({ at }) => formatTime(at, 'HH:mm:ss') ?? '');
  const seriesOf = (name: string, key: Exclude<keyof ServerSample, 'at'>, unit = 1, faint = false): Series => ({
    name,
    faint,
    values: samples.map((sample) => Math.round((sample[key] / unit) * 10) / 10),
  });
  const percent = (value: number) => `${value}%`;
  const charts = [
    {
      title: t('monitor.server.cpuQuestion'),
      how: t('monitor.server.cpuQuestion.how'),
      series: [seriesOf(t('monitor.server.processCpu'), 'processCpu'), seriesOf(t('monitor.server.hostCpu'), 'cpu', 1, true)],
      format: percent,
    },
    {
      title: t('monitor.server.memoryQuestion'),
      how: t('monitor.server.memoryQuestion.how'),
      series: [seriesOf(t('monitor.server.usage'), 'memory')],
      format: percent,
    },
    {
      title: t('monitor.server.heapQuestion'),
      how: t('monitor.server.heapQuestion.how'),
      series: [seriesOf(t('monitor.server.rss'), 'rss', MiB), seriesOf(t('monitor.server.heapUsed'), 'heapUsed', MiB, true)],
      format: (value: number) => `${value} MB`,
    },
    {
      title: t('monitor.server.loopQuestion'),
      how: t('monitor.server.loopQuestion.how'),
      series: [seriesOf(t('monitor.server.p99'), 'loopP99'), seriesOf(t('monitor.server.p50'), 'loopP50', 1, true)],
      format: (value: number) => `${value} ms`,
    },
    {
      title: t('monitor.server.requestQuestion'),
      how: t('monitor.server.requestQuestion.how'),
      series: [seriesOf(t('monitor.server.requests'), 'requests')],
    },
    {
      title: t('monitor.server.gcQuestion'),
      how: t('monitor.server.gcQuestion.how'),
      series: [seriesOf(t('monitor.server.gc'), 'gc')],
      format: (value: number) => `${value} ms`,
    },
  ];
  return (
    <div className="server-charts">
      {charts.map(({ how, ...chart }) => (
        <section key={chart.title} className="card server-card">
          <h2>
            <TermTooltip explanation={how} details={<div>{t('monitor.server.how')}</div>}>
              {chart.title}
            </TermTooltip>
          </h2>
          <Chart kind="line" category={t('monitor.server.time')} categories={timeLabels} height={160} {...chart} />
        </section>
      ))}
    </div>
  );
}
