import { type ServerProcess, type ServerReading, type ServerSample, server, type WordKey } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { getOf } from '../../../data/api.ts';
import { has } from '../../../data/server-about.ts';
import { useWords } from '../../../data/words.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Failed, Waiting } from '../../../ui/states.tsx';
import { ReadingCards } from './reading-cards.tsx';
import { SampleCharts } from './sample-charts.tsx';
import './server.css';

/** Poll interval while the page is visible, in milliseconds. */
const AGAIN = 5000;

const reading = { ...getOf<ServerReading>(server, ''), refetchInterval: AGAIN * 3 };

export default function ServerPage() {
  return has('processes') ? <Processes /> : <OneServer />;
}

function OneServer() {
  const t = useWords();
  const { data, error, refetch } = useQuery(reading);
  return (
    <div className="page">
      <PageHeader title={t('monitor.server')} purpose={t('monitor.server.purposeOfOne')} />
      {data ? (
        <ReadingCards reading={data} />
      ) : error ? (
        <section className="card">
          <Failed error={error} onRetry={() => void refetch()} />
        </section>
      ) : (
        <Waiting />
      )}
    </div>
  );
}

/** State of each process and its host, now and over the last 15 minutes. */
function Processes() {
  const t = useWords();
  const [chosen, choose] = useState<string>();
  const known = useQuery({ ...getOf<ServerProcess[]>(server, '/processes'), refetchInterval: AGAIN });
  const read = useQuery(reading);
  const processes = known.data ?? [];
  const shown = chosen ?? processes.find(({ current }) => current)?.processId;
  const sampled = useQuery({
    ...getOf<ServerSample[]>(server, '/samples', shown ? { processId: shown } : {}),
    refetchInterval: AGAIN,
    enabled: shown !== undefined,
  });
  const lost = [known, sampled].find(({ data, error }) => error && !data);
  const retry = () => void Promise.all([known.refetch(), shown && sampled.refetch()]);
  const nameOf = ({ role, hostName, pid }: ServerProcess) =>
    t('monitor.server.processText', { role: t(`monitor.server.role.${role}` as WordKey), hostName, pid: String(pid) });
  const options = processes.map((process) => ({
    value: process.processId,
    label: `${nameOf(process)}${process.current ? ` · ${t('monitor.server.current')}` : ''}`,
  }));
  const answering = processes.find(({ current }) => current);
  return (
    <div className="page">
      <PageHeader
        title={t('monitor.server')}
        purpose={
          known.data
            ? `${t('monitor.server.purpose')} · ${t('monitor.server.processes', { count: processes.length })}`
            : t('monitor.server.purpose')
        }
        actions={
          !lost && (
            <Select
              aria-label={t('monitor.server.process')}
              placeholder={t('monitor.server.process')}
              className="server-choice"
              value={shown ?? null}
              options={options}
              onChange={(processId) => choose(processId ?? undefined)}
            />
          )
        }
      />
      {lost ? (
        <section className="card">
          <Failed error={lost.error} onRetry={retry} />
        </section>
      ) : known.isPending || (shown && sampled.isPending) ? (
        <Waiting />
      ) : (
        <SampleCharts samples={sampled.data ?? []} />
      )}
      {read.data ? (
        <>
          {answering && answering.processId !== shown && (
            <p className="server-whose">{t('monitor.server.cardsOf', { process: nameOf(answering) })}</p>
          )}
          <ReadingCards reading={read.data} />
        </>
      ) : (
        read.isError &&
        !lost && (
          <section className="card">
            <Failed error={read.error} onRetry={() => void read.refetch()} />
          </section>
        )
      )}
    </div>
  );
}
