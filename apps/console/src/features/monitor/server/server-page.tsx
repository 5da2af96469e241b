import { type ServerProcess, type ServerReading, type ServerSample, server, type WordKey } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { getOf } from '../../../kit/api.ts';
import { PageHeader } from '../../../kit/page-header.tsx';
import { Failed, Waiting } from '../../../kit/states.tsx';
import { useWords } from '../../../kit/words.ts';
import { SampleCharts } from './sample-charts.tsx';
import { ServerDisks } from './server-disks.tsx';
import './server.css';

/** Milliseconds between two looks while the page is seen. */
const AGAIN = 5000;

/** Above this share of memory or disk a figure is marked, as the family does. */
const MUCH = 80;

/** How each process and its host are, now and in the last quarter of an hour. */
export default function ServerPage() {
  const t = useWords();
  const [chosen, choose] = useState<string>();
  const known = useQuery({ ...getOf<ServerProcess[]>(server, '/processes'), refetchInterval: AGAIN });
  const read = useQuery({ ...getOf<ServerReading>(server, ''), refetchInterval: AGAIN * 3 });
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
          <Reading reading={read.data} />
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

function Reading({ reading: { cpu, mem, jvm, sys, sysFiles, container } }: { reading: ServerReading }) {
  const t = useWords();
  const share = (value: number) => <span className={value > MUCH ? 'server-much' : undefined}>{value}%</span>;
  return (
    <>
      <div className="server-cards">
        <Facts
          title={t('monitor.server.cpu')}
          facts={[
            [t('monitor.server.cpuNum'), cpu.cpuNum],
            [t('monitor.server.used'), share(cpu.used)],
            [t('monitor.server.sys'), share(cpu.sys)],
            [t('monitor.server.wait'), share(cpu.wait)],
            [t('monitor.server.free'), `${cpu.free}%`],
          ]}
        />
        <Facts
          title={t('monitor.server.memory')}
          facts={[
            [t('monitor.server.total'), `${mem.total} GB`],
            [t('monitor.server.usedMemory'), `${mem.used} GB`],
            [t('monitor.server.freeMemory'), `${mem.free} GB`],
            [t('monitor.server.usage'), share(mem.usage)],
            [
              t('monitor.server.container'),
              container
                ? [
                    container.memoryLimit && `${(container.memoryLimit / 2 ** 30).toFixed(2)} GB`,
                    container.cpuLimit && `${t('monitor.server.cpu')} ${container.cpuLimit}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')
                : t('monitor.server.noContainer'),
            ],
          ]}
        />
        <Facts
          title={t('monitor.server.node')}
          facts={[
            [t('monitor.server.version'), `${jvm.name} ${jvm.version}`],
            [t('monitor.server.startTime'), jvm.startTime],
            [t('monitor.server.uptime'), jvm.runTime],
            [t('monitor.server.heap'), `${jvm.used} / ${jvm.total} MB`],
            [t('monitor.server.heapLimit'), `${jvm.max} MB`],
            [t('monitor.server.home'), jvm.home],
            [t('monitor.server.userDir'), sys.userDir],
            [t('monitor.server.inputArgs'), jvm.inputArgs === '[]' ? '—' : jvm.inputArgs],
          ]}
        />
        <Facts
          title={t('monitor.server.host')}
          facts={[
            [t('monitor.server.computerName'), sys.computerName],
            [t('monitor.server.computerIp'), sys.computerIp],
            [t('monitor.server.osName'), sys.osName],
            [t('monitor.server.osArch'), sys.osArch],
          ]}
        />
      </div>
      <ServerDisks disks={sysFiles} share={share} />
    </>
  );
}

function Facts({ title, facts }: { title: string; facts: [label: string, value: ReactNode][] }) {
  return (
    <section className="card server-card">
      <h2>{title}</h2>
      <dl className="record-view">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
