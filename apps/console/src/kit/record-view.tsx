import type { RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { Button, Drawer, type TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import { cellOf } from './columns.tsx';
import { isNumber } from './schema.ts';
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

/** Every field of one record, to read. */
export function RecordView({ resource, record, columns, onClose, onEdit, children }: RecordViewProps) {
  const t = useWords();
  const names = Object.keys(resource.record.shape).filter((name) => name !== resource.key && name !== 'version' && !name.endsWith('Id'));
  const shown = (name: string): ReactNode => {
    const column = columns.find(({ key }) => key === name);
    if (column?.render) return column.render(record[name], record, 0) as ReactNode;
    const word = wordOr(`${resource.word(name)}.${record[name]}`);
    return word ? t(word) : cellOf(name, record[name], isNumber(resource, name));
  };
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
      {children ?? (
        <dl className="record-view">
          {names.map((name) => (
            <div key={name}>
              <dt>{t(resource.word(name))}</dt>
              <dd>{shown(name)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Drawer>
  );
}
