import type { RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SelectProps } from 'antd';
import { listOf, readOf } from '../data/api.ts';
import { usePermission } from '../data/permission.tsx';
import { useWords } from '../data/words.ts';
import { TypedSelect, useTyping } from './typed-select.tsx';

interface RecordSelectProps<S extends ResourceSpec>
  extends Omit<SelectProps, 'options' | 'onSearch' | 'showSearch' | 'loading' | 'onChange'> {
  of: Resource<S>;
  label: keyof RecordOf<S> & string;
  /** Second field, e.g. the code. */
  note?: keyof RecordOf<S> & string;
  /** Fixed filters, e.g. `{ status: '0' }`. */
  only?: Record<string, string>;
  /** Description of `only`, displayed if there is no match. */
  offered?: string;
  onChange?: (id: number | undefined, record: RecordOf<S> | undefined) => void;
}

/** The value is the record's key. */
export function RecordSelect<S extends ResourceSpec>(props: RecordSelectProps<S>) {
  // The cast: internally the resource type is generic.
  return <SelectOf {...(props as unknown as RecordSelectProps<ResourceSpec>)} />;
}

function SelectOf({ of, label, note, only = {}, value, onChange, ...rest }: RecordSelectProps<ResourceSpec>) {
  const t = useWords();
  const { typed, asked, type } = useTyping();
  // without the right to list, the opened select says so, instead of an error on page load
  const permission = of.permission('list');
  const may = usePermission(permission);
  // the selected record's name needs only the right to read
  const mayRead = usePermission(of.permission('read'));
  const all = useQuery({ ...listOf(of, { ...only, pageSize: '50' }), enabled: may });
  const found = useQuery({
    ...listOf(of, { ...only, pageSize: '50', [label]: asked }),
    enabled: may && asked !== '',
    placeholderData: keepPreviousData,
  });
  const rows = matching([...(all.data?.rows ?? []), ...(asked ? (found.data?.rows ?? []) : [])], of.key, label, typed);
  const id = value === undefined || value === null || value === '' ? undefined : Number(value);
  const listed = rows.some((row) => row[of.key] === id);
  const asks = id !== undefined && (!may || all.isSuccess) && !listed && !typed;
  const own = useQuery({ ...readOf(of, id ?? 0), enabled: asks && mayRead, retry: false, ...(!may && { meta: { ownErrors: true } }) });
  const known = own.data && !listed && !typed ? [own.data, ...rows] : rows;
  const looking = may && (all.isPending || typed !== asked || found.isFetching);
  const options = known.map((row) => ({
    value: Number(row[of.key]),
    label: String(row[label]),
    note: note ? String(row[note] ?? '') : '',
  }));
  return (
    <TypedSelect
      {...rest}
      {...(!may && { notFoundContent: <span className="none">{t('problem.forbidden', { permission })}</span> })}
      value={id}
      options={options}
      looking={looking}
      onType={type}
      onChange={(chosen?: number) => {
        onChange?.(
          chosen,
          known.find((row) => row[of.key] === chosen),
        );
      }}
    />
  );
}

type Row = RecordOf<ResourceSpec>;

/**
 * Rows whose label contains `typed`, without duplicates. Rows from the server are appended, so that options do not move while the user
 * clicks one.
 */
function matching(rows: readonly Row[], key: string, label: string, typed: string): Row[] {
  const wanted = typed.toLowerCase();
  const each = new Map(rows.map((row) => [row[key], row]));
  return [...each.values()].filter((row) => String(row[label]).toLowerCase().includes(wanted));
}
