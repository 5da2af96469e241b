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
  /** Field that is searched and shown. */
  label: keyof RecordOf<S> & string;
  /** Shown beside it, e.g. its code. */
  note?: keyof RecordOf<S> & string;
  /** Narrows what may be chosen, e.g. `{ status: '0' }`. */
  only?: Record<string, string>;
  /** What `only` leaves, in words, said where nothing fits what was typed. */
  offered?: string;
  /** Also told the record that was chosen. */
  onChange?: (id: number | undefined, record: RecordOf<S> | undefined) => void;
}

/** Chooses one record of a resource by typing part of its name; its value is the record's key. */
export function RecordSelect<S extends ResourceSpec>(props: RecordSelectProps<S>) {
  // The cast: inside, the noun is any noun and its records are rows.
  return <SelectOf {...(props as unknown as RecordSelectProps<ResourceSpec>)} />;
}

function SelectOf({ of, label, note, only = {}, value, onChange, ...rest }: RecordSelectProps<ResourceSpec>) {
  const t = useWords();
  const { typed, asked, type } = useTyping();
  // who may not list the records is told so when the select is opened, and not by a refusal as the page opens
  const permission = of.permission('list');
  const may = usePermission(permission);
  // one that is chosen already is told by its name to whoever may read it
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
 * Each row once whose label holds `typed`. What is known is narrowed at once and stays in its place; what the server finds beyond it
 * comes below: no option moves away under a pointer that is about to press it.
 */
function matching(rows: readonly Row[], key: string, label: string, typed: string): Row[] {
  const wanted = typed.toLowerCase();
  const each = new Map(rows.map((row) => [row[key], row]));
  return [...each.values()].filter((row) => String(row[label]).toLowerCase().includes(wanted));
}
