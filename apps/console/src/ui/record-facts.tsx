import type { RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import type { TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import { isNumber } from '../data/schema.ts';
import { findTranslationKey, useTranslations } from '../data/words.ts';
import { FieldTitle, renderCell } from './columns.tsx';

interface RecordFactsProps<S extends ResourceSpec> {
  of: Resource<S>;
  record: RecordOf<S>;
  names: readonly string[];
  columns?: readonly TableColumnType<RecordOf<S>>[];
}

export function RecordFacts<S extends ResourceSpec>(props: RecordFactsProps<S>) {
  // The cast: internally the resource type is generic.
  return <RecordFactsInner {...(props as unknown as RecordFactsProps<ResourceSpec>)} />;
}

function RecordFactsInner({ of, record, names, columns = [] }: RecordFactsProps<ResourceSpec>) {
  const t = useTranslations();
  const renderValue = (name: string): ReactNode => {
    const column = columns.find(({ key }) => key === name);
    if (column?.render) return column.render(record[name], record, 0) as ReactNode;
    if (typeof record[name] === 'boolean') return t(record[name] ? 'kit.yes' : 'kit.no');
    const word = findTranslationKey(of.word(`${name}.${record[name]}`));
    return word ? t(word) : renderCell(name, record[name], isNumber(of, name));
  };
  return (
    <dl className="record-view">
      {names.map((name) => (
        <div key={name}>
          <dt>
            <FieldTitle of={of} name={name} />
          </dt>
          <dd>{renderValue(name)}</dd>
        </div>
      ))}
    </dl>
  );
}
