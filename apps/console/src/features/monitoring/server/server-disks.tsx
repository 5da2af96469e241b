import type { ServerReading } from '@suyuan/contract';
import { Table } from 'antd';
import type { ReactNode } from 'react';
import { useTranslations } from '../../../data/words.ts';

type Disk = ServerReading['sysFiles'][number];

export function ServerDisks({ disks, share }: { disks: Disk[]; share: (value: number) => ReactNode }) {
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
