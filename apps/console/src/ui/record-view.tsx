import type { RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { Button, Drawer, type TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import { useWords, wordOr } from '../data/words.ts';
import { RecordFacts } from './record-facts.tsx';

interface RecordViewProps<S extends ResourceSpec, Shown> {
  resource: Resource<S>;
  record: RecordOf<S>;
  columns: TableColumnType<Shown>[];
  onClose: () => void;
  onEdit?: (() => void) | undefined;
  /** Replaces the list of fields. */
  children?: ReactNode;
}

type ViewProps = RecordViewProps<ResourceSpec, RecordOf<ResourceSpec>>;

/** Fields without a translation are internal and hidden. */
export function RecordView<S extends ResourceSpec, Shown>(props: RecordViewProps<S, Shown>) {
  // The cast: internally the resource type is generic.
  return <ViewOf {...(props as unknown as ViewProps)} />;
}

function ViewOf({ resource, record, columns, onClose, onEdit, children }: ViewProps) {
  const t = useWords();
  const names = Object.keys(resource.record.shape).filter(
    (name) =>
      name !== 'version' &&
      // RuoYi servers have fewer fields
      record[name] !== undefined &&
      // hides keys unless the page has a column for them
      ((name !== resource.key && !/Ids?$/.test(name)) || columns.some(({ key }) => key === name)) &&
      (resource.operations.includes('edit') || !/^update(By|Time)$/.test(name) || record[name] !== null) &&
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
