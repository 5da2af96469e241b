import type { RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { getQueryOptions, listQueryOptions, recordQueryOptions } from '../data/api.ts';
import { displayName, useTranslations } from '../data/i18n.ts';
import { usePermission } from '../data/permission.tsx';
import { NoOptions, Select, type SelectProps } from './select.tsx';

export function useDebouncedSearch() {
  const [searchText, setSearchText] = useState('');
  const [debouncedText, setDebouncedText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedText(searchText), 250);
    return () => clearTimeout(timer);
  }, [searchText]);
  return { searchText, debouncedText, setSearchText: (text: string) => setSearchText(text.trim()) };
}

export interface SearchOption {
  value: number;
  label: string;
  note?: string;
  /** Whether the note is a code, in a monospaced face. */
  isNoteCode?: boolean;
  disabled?: boolean;
}

interface SearchSelectProps extends Omit<SelectProps, 'options' | 'showSearch' | 'loading'> {
  options: readonly SearchOption[];
  /** Empty: all records are offered. */
  searchText: string;
  isSearching: boolean;
  onSearchText: (text: string) => void;
  /** Description of the offered records, displayed if there is no match. */
  emptyHint?: string;
  /** Displayed if there is no record yet, e.g. a link to add one. */
  emptyAction?: ReactNode;
  /** Repeats a failed request. */
  retry?: (() => void) | undefined;
}

/** The parent performs the search. */
export function SearchSelect({
  options,
  searchText,
  isSearching,
  onSearchText,
  emptyHint,
  emptyAction,
  retry,
  ...rest
}: SearchSelectProps) {
  const t = useTranslations();
  return (
    <Select
      options={[...options]}
      // in a narrow filter, names are wider than the input
      popupMatchSelectWidth={false}
      styles={{ popup: { root: { maxWidth: 'min(480px, 100vw - 24px)' } } }}
      showSearch={{ filterOption: false, onSearch: onSearchText }}
      loading={isSearching}
      notFoundContent={
        <NoOptions pending={isSearching} retry={retry}>
          {t(searchText ? 'kit.noMatch' : 'kit.noRecords')}
          {emptyHint && <span className="block text-xs whitespace-normal">{emptyHint}</span>}
          {!searchText && emptyAction}
        </NoOptions>
      }
      optionRender={({ data }) => (
        // a long note has its own line where both do not fit
        <span className="flex flex-wrap justify-between gap-x-3 whitespace-normal">
          {data.label}
          {data.note && <span className={`text-muted ${data.isNoteCode ? 'mono-text' : ''}`}>{data.note}</span>}
        </span>
      )}
      {...rest}
    />
  );
}

/** Repeats the failed queries; undefined if none failed. */
export const retryOf = (...queries: Pick<UseQueryResult, 'isError' | 'refetch'>[]) => {
  const failed = queries.filter(({ isError }) => isError);
  return failed.length > 0 ? () => failed.forEach(({ refetch }) => void refetch()) : undefined;
};

interface AutocompleteSelectProps<Row> extends Omit<SelectProps, 'options' | 'onSearch' | 'showSearch' | 'loading'> {
  /** Endpoint `{path}/list?text=…`, which returns a few selectable rows without paging. */
  path: string;
  params?: Record<string, string>;
  toOption: (row: Row) => SearchOption;
  /** Option for a value that is missing from the response. */
  selectedOption?: SearchOption | undefined;
}

/** For choices that are not a list of a resource. */
export function AutocompleteSelect<Row>({ path, params = {}, toOption, selectedOption, value, ...rest }: AutocompleteSelectProps<Row>) {
  const { searchText, debouncedText, setSearchText } = useDebouncedSearch();
  const list = useQuery({
    ...getQueryOptions<Row[]>({ path }, '/list', { ...params, ...(debouncedText && { text: debouncedText }) }),
    placeholderData: keepPreviousData,
  });
  const matches = (list.data ?? []).map(toOption);
  const isListed = matches.some((each) => each.value === value);
  const options = selectedOption && selectedOption.value === value && !isListed ? [selectedOption, ...matches] : matches;
  return (
    <SearchSelect
      {...rest}
      value={value ?? null}
      options={options}
      searchText={searchText}
      isSearching={searchText !== debouncedText || list.isFetching}
      retry={retryOf(list)}
      onSearchText={setSearchText}
    />
  );
}

/** Opens the form of a new record, for users who may add one. */
export function AddRecordLink<S extends ResourceSpec>({ of }: { of: Resource<S> }) {
  const t = useTranslations();
  const canAdd = usePermission(of.permission('add')) && of.operations.includes('add');
  if (!canAdd) return null;
  return (
    <Link to={of.path} state={{ add: true }} className="mt-1 block text-link">
      {t('kit.addNoun', { noun: t(of.word()) })}
    </Link>
  );
}

interface RecordSelectProps<S extends ResourceSpec>
  extends Omit<SelectProps, 'options' | 'onSearch' | 'showSearch' | 'loading' | 'onChange'> {
  of: Resource<S>;
  label: keyof RecordOf<S> & string;
  /** Second field, e.g. the code. */
  note?: keyof RecordOf<S> & string;
  /** Fixed filters, e.g. `{ status: '0' }`. */
  fixedFilters?: Record<string, string>;
  /** Description of `fixedFilters`, displayed if there is no match. */
  emptyHint?: string;
  onChange?: (id: number | undefined, record: RecordOf<S> | undefined) => void;
}

/** Records whose label contains the search, from the server. */
function useRecordSearch(of: Resource<ResourceSpec>, label: string, fixedFilters: Record<string, string> = {}) {
  const { searchText, debouncedText, setSearchText } = useDebouncedSearch();
  // without the right to list, the opened select says so, instead of an error on page load
  const canList = usePermission(of.permission('list'));
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
  return { rows, searchText, setSearchText, canList, firstPage, searchResult, isDebouncing: searchText !== debouncedText };
}

type RecordSearch = ReturnType<typeof useRecordSearch>;

interface RecordSearchSelectProps extends Omit<SelectProps, 'options' | 'showSearch' | 'loading'> {
  of: Resource<ResourceSpec>;
  search: RecordSearch;
  options: readonly SearchOption[];
  emptyHint?: string;
}

function RecordSearchSelect({ of, search, ...rest }: RecordSearchSelectProps) {
  const t = useTranslations();
  const { canList, firstPage, searchResult } = search;
  return (
    <SearchSelect
      {...rest}
      {...(!canList && {
        notFoundContent: <span className="text-muted">{t('problem.forbidden', { permission: of.permission('list') })}</span>,
      })}
      emptyAction={<AddRecordLink of={of} />}
      searchText={search.searchText}
      isSearching={canList && (firstPage.isPending || search.isDebouncing || searchResult.isFetching)}
      retry={retryOf(firstPage, searchResult)}
      onSearchText={search.setSearchText}
    />
  );
}

/** The value is the record's key. */
export function RecordSelect<S extends ResourceSpec>(props: RecordSelectProps<S>) {
  // The cast: internally the resource type is generic.
  return <RecordSelectInner {...(props as unknown as RecordSelectProps<ResourceSpec>)} />;
}

function RecordSelectInner({ of, label, note, fixedFilters, value, onChange, ...rest }: RecordSelectProps<ResourceSpec>) {
  const search = useRecordSearch(of, label, fixedFilters);
  const { rows, searchText, canList, firstPage } = search;
  // the selected record's name needs only the right to read
  const canRead = usePermission(of.permission('read'));
  // a URL may have any text
  const id = Number(value) || undefined;
  const isListed = rows.some((row) => row[of.key] === id);
  const needsRecord = id !== undefined && (!canList || firstPage.isSuccess) && !isListed && !searchText;
  const selectedRecord = useQuery({
    ...recordQueryOptions(of, id ?? 0),
    enabled: needsRecord && canRead,
    retry: false,
    ...(!canList && { meta: { ownErrors: true } }),
  });
  const optionRows = selectedRecord.data && !isListed && !searchText ? [selectedRecord.data, ...rows] : rows;
  const options = optionRows.map((row) => ({
    ...optionOf(of, label, row),
    ...(note && { note: String(row[note] ?? ''), isNoteCode: note.endsWith('Code') }),
  }));
  return (
    <RecordSearchSelect
      {...rest}
      of={of}
      search={search}
      value={id}
      options={options}
      onChange={(selectedId?: number) => {
        onChange?.(
          selectedId,
          optionRows.find((row) => row[of.key] === selectedId),
        );
      }}
    />
  );
}

const optionOf = (of: Resource<ResourceSpec>, label: string, row: Row): SearchOption => ({
  value: Number(row[of.key]),
  label: displayName(label, String(row[label])),
});

interface RecordMultiSelectProps<S extends ResourceSpec> extends Omit<SelectProps, 'options' | 'mode' | 'showSearch' | 'loading'> {
  of: Resource<S>;
  label: keyof RecordOf<S> & string;
  /** Names of the values at the start, which may not be listed. */
  selectedOptions: readonly SearchOption[];
}

/** The value is a list of keys. */
export function RecordMultiSelect<S extends ResourceSpec>({ of, label, selectedOptions, ...rest }: RecordMultiSelectProps<S>) {
  // The cast: internally the resource type is generic.
  const resource = of as unknown as Resource<ResourceSpec>;
  const search = useRecordSearch(resource, label);
  const listed = search.rows.map((row) => optionOf(resource, label, row));
  const listedIds = new Set(listed.map(({ value }) => value));
  const unlisted = search.searchText ? [] : selectedOptions.filter(({ value }) => !listedIds.has(value));
  return <RecordSearchSelect {...rest} mode="multiple" of={resource} search={search} options={[...unlisted, ...listed]} />;
}

type Row = RecordOf<ResourceSpec>;

/**
 * Rows whose label contains `searchText`, without duplicates. Rows from the server are appended, so that options do not move while the user
 * clicks one.
 */
function filterRows(rows: readonly Row[], key: string, label: string, searchText: string): Row[] {
  const lowerCaseText = searchText.toLowerCase();
  const rowById = new Map(rows.map((row) => [row[key], row]));
  return [...rowById.values()].filter((row) => String(row[label]).toLowerCase().includes(lowerCaseText));
}
