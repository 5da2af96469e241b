import type { RecordOf, Resource, ResourceSpec, WordKey } from '@suyuan/contract';
import { Button, Drawer, type TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import { cellOf } from './columns.tsx';
import { isNumber } from './schema.ts';
import { useWords, wordOr } from './words.ts';

interface RecordViewProps<S extends ResourceSpec> {
  resource: Resource<S>;
  record: RecordOf<S>;
  columns: TableColumnType<RecordOf<S>>[];
  onClose: () => void;
  onEdit?: (() => void) | undefined;
}

/** Every field of one record, to read. */
export function RecordView<S extends ResourceSpec>({ resource, record, columns, onClose, onEdit }: RecordViewProps<S>) {
  const t = useWords();
  const noun = resource as unknown as Resource;
  const values = record as Record<string, unknown>;
  const names = Object.keys(noun.record.shape).filter((name) => name !== noun.key && name !== 'version' && !name.endsWith('Id'));
  const shown = (name: string): ReactNode => {
    const column = columns.find(({ key }) => key === name);
    if (column?.render) return column.render(values[name], record, 0) as ReactNode;
    const word = wordOr(`${noun.word(name)}.${values[name]}`);
    return word ? t(word) : cellOf(name, values[name], isNumber(noun, name));
  };
  return (
    <Drawer
      open
      size={560}
      title={t(noun.word())}
      onClose={onClose}
      extra={
        onEdit && (
          <Button type="primary" onClick={onEdit}>
            {t('kit.edit')}
          </Button>
        )
      }
    >
      <dl className="record-view">
        {names.map((name) => (
          <div key={name}>
            <dt>{t(noun.word(name) as WordKey)}</dt>
            <dd>{shown(name)}</dd>
          </div>
        ))}
      </dl>
    </Drawer>
  );
}
