import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SelectProps } from 'antd';
import { getQueryOptions } from '../data/api.ts';
import { type SearchOption, SearchSelect, useDebouncedSearch } from './typed-select.tsx';

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
      isSearching={searchText !== debouncedText || list.isFetching}
      onSearchText={setSearchText}
    />
  );
}
