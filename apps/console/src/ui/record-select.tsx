import type { RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SelectProps } from 'antd';
import { listQueryOptions, recordQueryOptions } from '../data/api.ts';
import { usePermission } from '../data/permission.tsx';
import { useTranslations } from '../data/words.ts';
import { SearchSelect, useDebouncedSearch } from './typed-select.tsx';

interface RecordSelectProps<S extends ResourceSpec>
  extends Omit<SelectProps, 'options' | 'onSearch' | 'showSearch' | 'loading' | 'onChange'> {
  of: Resource<S>;
  label: keyof RecordOf<S> & string;
  /** Second field, e.g. the code. */
  note?: keyof RecordOf<S> & string;
  /** Fixed filters, e.g. `{ status: '0' }`. */
  fixedFilters?: Record<string, string>;
  /** Description of `only`, displayed if there is no match. */
  emptyHint?: string;
  onChange?: (id: number | undefined, record: RecordOf<S> | undefined) => void;
}

/** The value is the record's key. */
export function RecordSelect<S extends ResourceSpec>(props: RecordSelectProps<S>) {
  // The cast: internally the resource type is generic.
  return <RecordSelectInner {...(props as unknown as RecordSelectProps<ResourceSpec>)} />;
}

function RecordSelectInner({ of, label, note, fixedFilters = {}, value, onChange, ...rest }: RecordSelectProps<ResourceSpec>) {
  const t = useTranslations();
  const { searchText, debouncedText, setSearchText } = useDebouncedSearch();
  // without the right to list, the opened select says so, instead of an error on page load
  const permission = of.permission('list');
  const canList = usePermission(permission);
  // the selected record's name needs only the right to read
  const canRead = usePermission(of.permission('read'));
  const firstPage = useQuery({ ...listQueryOptions(of, { ...fixedFilters, pageSize: '50' }), enabled: canList });
  const searchResult = useQuery({
    ...listQueryOptions(of, { ...fixedFilters, pageSize: '50', [label]: debouncedText }),
    enabled: canList && debouncedText !== '',
    placeholderData: keepPreviousData,
  });
  const rows = filterRows(
    [...(firstPage.data?.rows ?? []), ...(debouncedText ? (searchResult.data?.rows ?? []) : [])],
    of.key,
    label,
    searchText,
  );
  const id = value === undefined || value === null || value === '' ? undefined : Number(value);
  const isListed = rows.some((row) => row[of.key] === id);
  const needsRecord = id !== undefined && (!canList || firstPage.isSuccess) && !isListed && !searchText;
  const selectedRecord = useQuery({
    ...recordQueryOptions(of, id ?? 0),
    enabled: needsRecord && canRead,
    retry: false,
    ...(!canList && { meta: { ownErrors: true } }),
  });
  const optionRows = selectedRecord.data && !isListed && !searchText ? [selectedRecord.data, ...rows] : rows;
  const isSearching = canList && (firstPage.isPending || searchText !== debouncedText || searchResult.isFetching);
  const options = optionRows.map((row) => ({
    value: Number(row[of.key]),
    label: String(row[label]),
    note: note ? String(row[note] ?? '') : '',
  }));
  return (
    <SearchSelect
      {...rest}
      {...(!canList && { notFoundContent: <span className="none">{t('problem.forbidden', { permission })}</span> })}
      value={id}
      options={options}
      isSearching={isSearching}
      onSearchText={setSearchText}
      onChange={(selectedId?: number) => {
        onChange?.(
          selectedId,
          optionRows.find((row) => row[of.key] === selectedId),
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
function filterRows(rows: readonly Row[], key: string, label: string, searchText: string): Row[] {
  const lowerCaseText = searchText.toLowerCase();
  const rowById = new Map(rows.map((row) => [row[key], row]));
  return [...rowById.values()].filter((row) => String(row[label]).toLowerCase().includes(lowerCaseText));
}
