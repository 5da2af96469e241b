import type { RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, type TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import { recordQueryOptions } from '../data/api.ts';
import { findTranslationKey, useTranslations } from '../data/i18n.ts';
import { isNumber } from '../data/schema.ts';
import { FieldTitle, fontClassOf, renderCell } from './columns.tsx';
import { RowLink } from './row-link.tsx';

interface NameLinkProps {
  field: string;
  /** URL of the record's page; without one `onOpen` is called. */
  to: string | undefined;
  onOpen: () => void;
  children: string;
}

export function NameLink({ field, to, onOpen, children }: NameLinkProps) {
  const text = <span className={fontClassOf(field)}>{children}</span>;
  return to ? (
    <RowLink to={to} strong>
      {text}
    </RowLink>
  ) : (
    <button type="button" className="row-link row-link-strong" onClick={onOpen}>
      {text}
    </button>
  );
}

interface RecordNameProps<S extends ResourceSpec> {
  of: Resource<S>;
  field: keyof RecordOf<S> & string;
  id: string;
}

/** Renders the key while loading, and if it cannot be read. */
export function RecordName<S extends ResourceSpec>({ of, field, id }: RecordNameProps<S>) {
  const { data } = useQuery({ ...recordQueryOptions(of, id), meta: { ownErrors: true }, retry: false });
  return <>{data ? String(data[field]) : id}</>;
}

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
