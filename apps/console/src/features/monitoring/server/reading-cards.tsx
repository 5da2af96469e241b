import type { ServerReading, Translate } from '@suyuan/contract';
import { Table } from 'antd';
import type { ReactNode } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { hasExtension } from '../../../data/server-info.ts';
import { alignedFigures, figureHeading } from '../../../ui/chart.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';

/** Cards of at least 400 px side by side. */
export const CardGrid = ({ children }: { children: ReactNode }) => (
  <div className={`mb-4 grid grid-cols-[repeat(auto-fill,minmax(min(100%,400px),1fr))] gap-4 ${alignedFigures}`}>{children}</div>
);

export const ServerCard = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <section className="card min-w-0 p-4">
    <h2 className={`mb-2 text-sm/5.5 ${figureHeading}`}>{title}</h2>
    {children}
  </section>
);

type Disk = ServerReading['sysFiles'][number];

/** RuoYi's text has binary units under decimal names. */
const binarySize = (text: string) => text.replace(/(?<= [KMGT])B$/, 'iB');

function ServerDisks({ disks, share }: { disks: Disk[]; share: (value: number) => ReactNode }) {
  const t = useTranslations();
  return (
    <ServerCard title={t('monitor.server.disks')}>
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
          { title: t('monitor.server.size'), dataIndex: 'total', align: 'right', className: 'tabular-nums', render: binarySize },
          { title: t('monitor.server.freeSize'), dataIndex: 'free', align: 'right', className: 'tabular-nums', render: binarySize },
          { title: t('monitor.server.usedSize'), dataIndex: 'used', align: 'right', className: 'tabular-nums', render: binarySize },
          { title: t('monitor.server.usage'), dataIndex: 'usage', align: 'right', className: 'tabular-nums', render: share },
        ]}
      />
    </ServerCard>
  );
}

/** Percentage of memory or disk above which a figure is marked, as in RuoYi. */
const HIGH_USAGE_PERCENT = 80;

/** Server and host metrics; RuoYi has neither container metrics nor limits. */
type HostReading = Omit<ServerReading, 'container' | 'limits'> & Partial<Pick<ServerReading, 'container'>>;

export function ReadingCards({ reading: { cpu, mem, jvm, sys, sysFiles, container } }: { reading: HostReading }) {
  const t = useTranslations();
  // our server returns Node's figures under RuoYi's name for the JVM
  const runtime = hasExtension('processes') ? 'monitor.server.node' : 'monitor.server.java';
  const containerFact = (limits: ServerReading['container']): LabelledValue => [
    t('monitor.server.container'),
    limits ? limitText(t, limits) : t('monitor.server.noContainer'),
  ];
  const share = (value: number) => <span className={value > HIGH_USAGE_PERCENT ? 'font-semibold text-danger' : undefined}>{value}%</span>;
  return (
    <>
      <CardGrid>
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
            [t('monitor.server.total'), `${mem.total} GiB`],
            [t('monitor.server.usedMemory'), `${mem.used} GiB`],
            [t('monitor.server.freeMemory'), `${mem.free} GiB`],
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
            [t('monitor.server.heap'), `${jvm.used} / ${jvm.total} MiB`],
            [t('monitor.server.heapLimit'), `${jvm.max} MiB`],
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
      </CardGrid>
      <ServerDisks disks={sysFiles} share={share} />
    </>
  );
}

type LabelledValue = [label: string, value: ReactNode];

function Facts({ title, facts }: { title: string; facts: LabelledValue[] }) {
  return (
    <ServerCard title={title}>
      <FactList>
        {facts.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
      </FactList>
    </ServerCard>
  );
}

function limitText(t: Translate, { memoryLimit, cpuLimit }: NonNullable<ServerReading['container']>): string {
  const memory = memoryLimit && `${(memoryLimit / 2 ** 30).toFixed(2)} GiB`;
  return [memory, cpuLimit && `${t('monitor.server.cpu')} ${cpuLimit}`].filter(Boolean).join(' · ');
}
