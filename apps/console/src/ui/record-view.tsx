import type { RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { Button, Drawer, type TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import { findTranslationKey, useTranslations } from '../data/words.ts';
import { RecordFacts } from './record-facts.tsx';

interface RecordViewProps<S extends ResourceSpec, Column> {
  resource: Resource<S>;
  record: RecordOf<S>;
  columns: TableColumnType<Column>[];
  onClose: () => void;
  onEdit?: (() => void) | undefined;
  /** Replaces the list of fields. */
  children?: ReactNode;
}

type ViewProps = RecordViewProps<ResourceSpec, RecordOf<ResourceSpec>>;

/** Fields without a translation are internal and hidden. */
export function RecordView<S extends ResourceSpec, Column>(props: RecordViewProps<S, Column>) {
  // The cast: internally the resource type is generic.
  return <RecordViewInner {...(props as unknown as ViewProps)} />;
}

function RecordViewInner({ resource, record, columns, onClose, onEdit, children }: ViewProps) {
  const t = useTranslations();
  const names = Object.keys(resource.record.shape).filter(
    (name) =>
      name !== 'version' &&
      // RuoYi servers have fewer fields
      record[name] !== undefined &&
      // hides keys unless the page has a column for them
      ((name !== resource.key && !/Ids?$/.test(name)) || columns.some(({ key }) => key === name)) &&
      (resource.operations.includes('edit') || !/^update(By|Time)$/.test(name) || record[name] !== null) &&
      !Array.isArray(record[name]) &&
      findTranslationKey(resource.word(name)) !== undefined,
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
