import type { RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { Button, Drawer, type TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import { RecordFacts } from './record-facts.tsx';
import { useWords, wordOr } from './words.ts';

interface RecordViewProps {
  resource: Resource;
  record: RecordOf<ResourceSpec>;
  columns: TableColumnType<RecordOf<ResourceSpec>>[];
  onClose: () => void;
  onEdit?: (() => void) | undefined;
  /** In place of the list of fields. */
  children?: ReactNode;
}

/** Every field of one record that has a word, to read: what has none is for programs. */
export function RecordView({ resource, record, columns, onClose, onEdit, children }: RecordViewProps) {
  const t = useWords();
  const names = Object.keys(resource.record.shape).filter(
    (name) =>
      name !== resource.key &&
      name !== 'version' &&
      !/Ids?$/.test(name) &&
      !Array.isArray(record[name]) &&
      wordOr(resource.word(name)) !== undefined,
  );
  return (
    <Drawer
      open
      size={560}
      title={t(resource.word())}
      onClose={onClose}
      extra={
        onEdit && (
          <Button type="primary" onClick={onEdit}>
            {t('kit.edit')}
          </Button>
        )
      }
    >
      {children ?? <RecordFacts of={resource} record={record} names={names} columns={columns} />}
    </Drawer>
  );
}
