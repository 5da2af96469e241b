import { type ServerProcess, type ServerReading, type ServerSample, server, type WordKey } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { getQueryOptions } from '../../../data/api.ts';
import { hasExtension } from '../../../data/server-about.ts';
import { useTranslations } from '../../../data/words.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { ReadingCards } from './reading-cards.tsx';
import { SampleCharts } from './sample-charts.tsx';
import './server.css';

/** Poll interval while the page is visible, in milliseconds. */
const POLL_INTERVAL_MS = 5000;

const readingQueryOptions = { ...getQueryOptions<ServerReading>(server, ''), refetchInterval: POLL_INTERVAL_MS * 3 };

export default function ServerPage() {
  return hasExtension('processes') ? <Processes /> : <OneServer />;
}

function OneServer() {
  const t = useTranslations();
  const { data, error, refetch } = useQuery(readingQueryOptions);
  return (
    <div className="page">
      <PageHeader title={t('monitor.server')} purpose={t('monitor.server.purposeOfOne')} />
      {data ? (
        <ReadingCards reading={data} />
      ) : error ? (
        <section className="card">
          <ErrorState error={error} onRetry={() => void refetch()} />
        </section>
      ) : (
        <LoadingState />
      )}
    </div>
  );
}

/** State of each process and its host, now and over the last 15 minutes. */
function Processes() {
  const t = useTranslations();
  const [selectedId, setSelectedId] = useState<string>();
  const processesQuery = useQuery({ ...getQueryOptions<ServerProcess[]>(server, '/processes'), refetchInterval: POLL_INTERVAL_MS });
  const readingQuery = useQuery(readingQueryOptions);
  const processes = processesQuery.data ?? [];
  const visibleId = selectedId ?? processes.find(({ current }) => current)?.processId;
  const samplesQuery = useQuery({
    ...getQueryOptions<ServerSample[]>(server, '/samples', visibleId ? { processId: visibleId } : {}),
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
  const currentProcess = processes.find(({ current }) => current);
  return (
    <div className="page">
      <PageHeader
        title={t('monitor.server')}
        purpose={
          processesQuery.data
            ? `${t('monitor.server.purpose')} · ${t('monitor.server.processes', { count: processes.length })}`
            : t('monitor.server.purpose')
        }
        actions={
          !failedQuery && (
            <Select
              aria-label={t('monitor.server.process')}
              placeholder={t('monitor.server.process')}
              className="server-choice"
              value={visibleId ?? null}
              options={options}
              onChange={(processId) => setSelectedId(processId ?? undefined)}
            />
          )
        }
      />
      {failedQuery ? (
        <section className="card">
          <ErrorState error={failedQuery.error} onRetry={retry} />
        </section>
      ) : processesQuery.isPending || (visibleId && samplesQuery.isPending) ? (
        <LoadingState />
      ) : (
        <SampleCharts samples={samplesQuery.data ?? []} />
      )}
      {readingQuery.data ? (
        <>
          {currentProcess && currentProcess.processId !== visibleId && (
            <p className="server-whose">{t('monitor.server.cardsOf', { process: processName(currentProcess) })}</p>
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
    </div>
  );
}
