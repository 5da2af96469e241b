import type { RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { recordQueryOptions } from '../data/api.ts';
import { translatedText } from '../data/display-names.ts';
import { displayName, findTranslationKey, useTranslations } from '../data/i18n.ts';
import { type Cells, FieldTitle, ownColumn, renderValue } from './columns.tsx';
import { Fact, FactList } from './fact-list.tsx';
import { MountedDrawer } from './form-parts.tsx';
import { RowLink } from './row-link.tsx';

interface NameLinkProps {
  isCode: boolean;
  /** URL of the record's page; without one `onOpen` is called. */
  to: string | undefined;
  onOpen: () => void;
  children: ReactNode;
}

export function NameLink({ isCode, to, onOpen, children }: NameLinkProps) {
  const text = <span className={isCode ? 'mono-text' : undefined}>{children}</span>;
  return to ? (
    <RowLink to={to} strong>
      {text}
    </RowLink>
  ) : (
    <button type="button" className="text-link font-medium" onClick={onOpen}>
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
  return <>{data ? displayName(field, String(data[field])) : id}</>;
}

/** A field by its cell or else by its kind. */
function renderField<S extends ResourceSpec>(of: Resource<S>, record: RecordOf<S>, name: string, cells: Cells<S>): ReactNode {
  const { render, key = name } = ownColumn(cells, name);
  // a column with another key shows more than the field
  if (render && key === name) return render(record[name], record);
  return renderValue(of, name, translatedText(record, name));
}

interface RecordFactsProps<S extends ResourceSpec> {
  of: Resource<S>;
  record: RecordOf<S>;
  names: readonly string[];
  /** In place of the values of the fields' kinds. */
  cells?: Cells<S> | undefined;
}

export const RecordFacts = <S extends ResourceSpec>({ of, record, names, cells = {} }: RecordFactsProps<S>) => (
  <FactList>
    {names.map((name) => (
      <Fact key={name} label={<FieldTitle of={of} name={name} />}>
        {renderField(of, record, name, cells)}
      </Fact>
    ))}
  </FactList>
);

/** Facts of a record for `KeyFacts`, by names of fields. */
export function useKeyFacts<S extends ResourceSpec>(of: Resource<S>, record: RecordOf<S>, cells: Cells<S> = {}) {
  const t = useTranslations();
  return (...names: (keyof RecordOf<S> & string)[]) =>
    names.map((name) => ({ label: t(of.word(name)), value: renderField(of, record, name, cells) }));
}

interface RecordViewProps<S extends ResourceSpec> {
  resource: Resource<S>;
  record: RecordOf<S>;
  cells?: Cells<S> | undefined;
  /** Also if the key is no column. */
  showsKey?: boolean | undefined;
  onClose: () => void;
  onEdit?: (() => void) | undefined;
  /** Replaces the list of fields. */
  children?: ReactNode;
}

/** Fields without a translation are internal and hidden. */
export function RecordView<S extends ResourceSpec>({ resource, record, cells, showsKey, onClose, onEdit, children }: RecordViewProps<S>) {
  const t = useTranslations();
  const names = Object.keys(resource.record.shape).filter(
    (name) =>
      name !== 'version' &&
      // RuoYi servers have fewer fields
      record[name] !== undefined &&
      ((name !== resource.key && !/Ids?$/.test(name)) || resource.columns.includes(name) || (showsKey && name === resource.key)) &&
      (resource.operations.includes('edit') || !/^update(By|Time)$/.test(name) || record[name] !== null) &&
      !Array.isArray(record[name]) &&
      findTranslationKey(resource.word(name)) !== undefined,
  );
  return (
    <MountedDrawer
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
      {children ?? <RecordFacts of={resource} record={record} names={names} cells={cells} />}
    </MountedDrawer>
  );
}
