import type { DatabaseTable } from '@suyuan/contract';
import { useTranslations } from '../../../data/words.ts';
import { formatBytes } from '../../../ui/bytes.ts';
import { DatabaseList, numberColumn } from './list-of.tsx';

/** The largest tables, partitions summed. */
export function TableList() {
  const t = useTranslations();
  const size = (title: string, dataIndex: 'tableSize' | 'indexSize') => ({
    ...numberColumn<DatabaseTable>(title, dataIndex),
    render: formatBytes,
  });
  return (
    <DatabaseList<DatabaseTable, DatabaseTable[]>
      subPath="/tables"
      empty={t('monitor.druid.noTables')}
      rows={(tables) => tables}
      rowKey="name"
      columns={[
        { title: t('monitor.druid.table'), dataIndex: 'name', render: (name: string) => <code>{name}</code> },
        numberColumn(t('monitor.druid.tableRows'), 'rows'),
        size(t('monitor.druid.tableSize'), 'tableSize'),
        size(t('monitor.druid.indexSize'), 'indexSize'),
        numberColumn(t('monitor.druid.dead'), 'dead'),
        numberColumn(t('monitor.druid.seqScans'), 'seqScans'),
        numberColumn(t('monitor.druid.indexScans'), 'indexScans'),
        {
          title: t('monitor.druid.unused'),
          dataIndex: 'unused',
          width: 320,
          render: (names: string[]) => (names.length > 0 ? <code className="druid-sql druid-names">{names.join('\n')}</code> : '—'),
        },
      ]}
    />
  );
}
