import type { ServerReading, Translate } from '@suyuan/contract';
import type { ReactNode } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import './server.css';
import { Table } from 'antd';

type Disk = ServerReading['sysFiles'][number];

function ServerDisks({ disks, share }: { disks: Disk[]; share: (value: number) => ReactNode }) {
  const t = useTranslations();
  return (
    <section className="card server-card">
      <h2>{t('monitor.server.disks')}</h2>
      <Table
        size="small"
        rowKey="dirName"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={disks}
        columns={[
          { title: t('monitor.server.dirName'), dataIndex: 'dirName' },
          { title: t('monitor.server.sysTypeName'), dataIndex: 'sysTypeName' },
          { title: t('monitor.server.typeName'), dataIndex: 'typeName' },
          { title: t('monitor.server.size'), dataIndex: 'total', align: 'right' },
          { title: t('monitor.server.freeSize'), dataIndex: 'free', align: 'right' },
          { title: t('monitor.server.usedSize'), dataIndex: 'used', align: 'right' },
          { title: t('monitor.server.usage'), dataIndex: 'usage', align: 'right', render: share },
        ]}
      />
    </section>
  );
}

/** Percentage of memory or disk above which a figure is marked, as in RuoYi. */
const HIGH_USAGE_PERCENT = 80;

/** Server and host metrics; RuoYi has no container metrics. */
type HostReading = Omit<ServerReading, 'container'> & Partial<Pick<ServerReading, 'container'>>;

export function ReadingCards({ reading: { cpu, mem, jvm, sys, sysFiles, container } }: { reading: HostReading }) {
  const t = useTranslations();
  // our server returns Node's figures under RuoYi's name for the JVM
  const runtime = hasExtension('processes') ? 'monitor.server.node' : 'monitor.server.java';
  const containerFact = (limits: ServerReading['container']): Fact => [
    t('monitor.server.container'),
    limits ? limitText(t, limits) : t('monitor.server.noContainer'),
  ];
  const share = (value: number) => <span className={value > HIGH_USAGE_PERCENT ? 'server-much' : undefined}>{value}%</span>;
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
            ...(container === undefined ? [] : [containerFact(container)]),
          ]}
        />
        <Facts
          title={t(runtime)}
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

type Fact = [label: string, value: ReactNode];

function Facts({ title, facts }: { title: string; facts: Fact[] }) {
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

function limitText(t: Translate, { memoryLimit, cpuLimit }: NonNullable<ServerReading['container']>): string {
  const memory = memoryLimit && `${(memoryLimit / 2 ** 30).toFixed(2)} GB`;
  return [memory, cpuLimit && `${t('monitor.server.cpu')} ${cpuLimit}`].filter(Boolean).join(' · ');
}
