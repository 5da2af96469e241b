import type { RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select, type SelectProps } from 'antd';
import { useEffect, useState } from 'react';
import { listOf, readOf } from './api.ts';

interface RecordSelectProps<S extends ResourceSpec>
  extends Omit<SelectProps, 'options' | 'onSearch' | 'showSearch' | 'loading' | 'onChange'> {
  of: Resource<S>;
  /** Field that is searched and shown. */
  label: keyof RecordOf<S> & string;
  /** Shown beside it, e.g. its code. */
  note?: keyof RecordOf<S> & string;
  /** Narrows what may be chosen, e.g. `{ status: '0' }`. */
  only?: Record<string, string>;
  /** Also told the record that was chosen. */
  onChange?: (id: number | undefined, record: RecordOf<S> | undefined) => void;
}

/** Chooses one record of a resource by typing part of its name; its value is the record's key. */
export function RecordSelect<S extends ResourceSpec>(props: RecordSelectProps<S>) {
  // The cast: inside, the noun is any noun and its records are rows.
  return <SelectOf {...(props as unknown as RecordSelectProps<ResourceSpec>)} />;
}

function SelectOf({ of, label, note, only = {}, value, onChange, ...rest }: RecordSelectProps<ResourceSpec>) {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), 250);
    return () => clearTimeout(timer);
  }, [typed]);
  const list = useQuery({
    ...listOf(of, { ...only, pageSize: '50', ...(asked && { [label]: asked }) }),
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.rows ?? [];
  const id = value === undefined || value === null || value === '' ? undefined : Number(value);
  const listed = rows.some((row) => row[of.key] === id);
  const own = useQuery({ ...readOf(of, id ?? 0), enabled: id !== undefined && list.isSuccess && !listed && !asked, retry: false });
  const known = own.data && !listed && !asked ? [own.data, ...rows] : rows;
  const options = known.map((row) => ({
    value: Number(row[of.key]),
    label: String(row[label]),
    note: note ? String(row[note] ?? '') : '',
  }));
  return (
    <Select
      {...rest}
      value={id}
      options={options}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={list.isFetching}
      optionRender={({ data }) => (
        <span className="option-with-note">
          {data.label}
          {data.note && <span className="mono-text none">{data.note}</span>}
        </span>
      )}
      onChange={(chosen?: number) => {
        onChange?.(
          chosen,
          known.find((row) => row[of.key] === chosen),
        );
      }}
    />
  );
}
