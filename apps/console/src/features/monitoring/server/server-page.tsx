import {
  type ServerProcess,
  type ServerReading,
  type ServerSample,
  serverProcesses,
  serverReading,
  serverSamples,
  type WordKey,
} from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { Chart, type Series } from '../../../ui/chart.tsx';
import { ChartsLoading } from '../../../ui/loading-shapes.tsx';
import { Page, PageHeader } from '../../../ui/page-header.tsx';
import { Select } from '../../../ui/select.tsx';
import { EmptyState, ErrorState, QueryState } from '../../../ui/states.tsx';
import { TermTooltip } from '../../../ui/term-tooltip.tsx';
import { formatTime } from '../../../ui/time-format.tsx';
import { CardGrid, ReadingCards, ServerCard } from './reading-cards.tsx';

const MiB = 2 ** 20;

/** The last 15 minutes of one process, one chart per metric, on a common time axis. */
function SampleCharts({ samples, limits }: { samples: ServerSample[]; limits: ServerReading['limits'] | undefined }) {
  const t = useTranslations();
  if (samples.length === 0)
    return (
      <section className="card not-last:mb-4">
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
  const milliseconds = (value: number) => `${value} ms`;
  const thresholdOf = (name: keyof ServerReading['limits'], format: (value: number) => string) => {
    const value = limits?.[name];
    return value ? { threshold: { value, label: t('monitor.server.alarm', { value: format(value) }) } } : {};
  };
  const charts = [
    {
      title: t('monitor.server.cpuQuestion'),
      how: t('monitor.server.cpuQuestion.how'),
      series: [seriesOf(t('monitor.server.processCpu'), 'processCpu'), seriesOf(t('monitor.server.hostCpu'), 'cpu', 1, true)],
      format: percent,
      max: 100,
      ...thresholdOf('cpu', percent),
    },
    {
      title: t('monitor.server.memoryQuestion'),
      how: t('monitor.server.memoryQuestion.how'),
      series: [seriesOf(t('monitor.server.usage'), 'memory')],
      format: percent,
      max: 100,
      ...thresholdOf('memory', percent),
    },
    {
      title: t('monitor.server.heapQuestion'),
      how: t('monitor.server.heapQuestion.how'),
      series: [seriesOf(t('monitor.server.rss'), 'rss', MiB), seriesOf(t('monitor.server.heapUsed'), 'heapUsed', MiB, true)],
      format: (value: number) => `${value} MiB`,
    },
    {
      title: t('monitor.server.loopQuestion'),
      how: t('monitor.server.loopQuestion.how'),
      series: [seriesOf(t('monitor.server.p99'), 'loopP99'), seriesOf(t('monitor.server.p50'), 'loopP50', 1, true)],
      format: milliseconds,
      ...thresholdOf('loopP99', milliseconds),
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
      format: milliseconds,
    },
  ];
  return (
    <CardGrid>
      {charts.map(({ how, ...chart }) => (
        <ServerCard
          key={chart.title}
          title={
            <TermTooltip explanation={how} details={<div>{t('monitor.server.how')}</div>}>
              {chart.title}
            </TermTooltip>
          }
        >
          <Chart kind="line" category={t('monitor.server.time')} categories={timeLabels} height={160} {...chart} />
        </ServerCard>
      ))}
    </CardGrid>
  );
}

/** Poll interval while the page is visible, in milliseconds. */
const POLL_INTERVAL_MS = 5000;

const readingQueryOptions = { ...endpointQueryOptions(serverReading, {}), refetchInterval: POLL_INTERVAL_MS * 3 };

export default function ServerPage() {
  return hasExtension('processes') ? <Processes /> : <OneServer />;
}

function OneServer() {
  const t = useTranslations();
  const query = useQuery(readingQueryOptions);
  return (
    <Page>
      <PageHeader title={t('monitor.server')} purpose={t('monitor.server.purposeOfOne')} />
      {query.data ? <ReadingCards reading={query.data} /> : <QueryState query={query} />}
    </Page>
  );
}

/** State of each process and its host, now and over the last 15 minutes. */
function Processes() {
  const t = useTranslations();
  const [selectedId, setSelectedId] = useState<string>();
  const processesQuery = useQuery({ ...endpointQueryOptions(serverProcesses, {}), refetchInterval: POLL_INTERVAL_MS });
  const readingQuery = useQuery(readingQueryOptions);
  const processes = processesQuery.data ?? [];
  const currentProcess = processes.find(({ current }) => current);
  const visibleId = selectedId ?? currentProcess?.processId;
  const samplesQuery = useQuery({
    ...endpointQueryOptions(serverSamples, { processId: visibleId }),
    refetchInterval: POLL_INTERVAL_MS,
    enabled: visibleId !== undefined,
  });
  const failedQuery = [processesQuery, samplesQuery].find(({ data, error }) => error && !data);
  const retry = () => void Promise.all([processesQuery.refetch(), visibleId && samplesQuery.refetch()]);
  const processName = ({ role, hostName, pid }: ServerProcess) =>
    t('monitor.server.processText', { role: t(`monitor.server.role.${role}` as WordKey), hostName, pid: String(pid) });
  const options = processes.map((process) => ({
    value: process.processId,
    label: `${processName(process)}${process.current ? ` · ${t('monitor.server.current')}` : ''}`,
  }));
  const processCount = processesQuery.data && t('monitor.server.processes', { count: processes.length });
  return (
    <Page>
      <PageHeader
        title={t('monitor.server')}
        purpose={[t('monitor.server.purpose'), processCount].filter(Boolean).join(' · ')}
        actions={
          !failedQuery && (
            <Select
              aria-label={t('monitor.server.process')}
              placeholder={t('monitor.server.process')}
              className="w-[min(420px,100%)]! md:w-105!"
              value={visibleId ?? null}
              options={options}
              onChange={(processId) => setSelectedId(processId ?? undefined)}
            />
          )
        }
      />
      {failedQuery ? (
        <section className="card not-last:mb-4">
          <ErrorState error={failedQuery.error} onRetry={retry} />
        </section>
      ) : processesQuery.isPending || (visibleId && samplesQuery.isPending) ? (
        <ChartsLoading />
      ) : (
        <SampleCharts samples={samplesQuery.data ?? []} limits={readingQuery.data?.limits} />
      )}
      {readingQuery.data ? (
        <>
          {currentProcess && currentProcess.processId !== visibleId && (
            <p className="mt-0 mb-2 text-xs/5 text-muted">{t('monitor.server.cardsOf', { process: processName(currentProcess) })}</p>
          )}
          <ReadingCards reading={readingQuery.data} />
        </>
      ) : (
        readingQuery.isError &&
        !failedQuery && (
          <section className="card">
            <ErrorState error={readingQuery.error} onRetry={() => void readingQuery.refetch()} />
          </section>
        )
      )}
    </Page>
  );
}
