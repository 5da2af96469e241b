import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SelectProps } from 'antd';
import { getOf } from '../data/api.ts';
import { type TypedOption, TypedSelect, useTyping } from './typed-select.tsx';

interface AskedSelectProps<Row> extends Omit<SelectProps, 'options' | 'onSearch' | 'showSearch' | 'loading'> {
  /** Endpoint `{path}/list?text=…`, which returns a few selectable rows without paging. */
  path: string;
  asking?: Record<string, string>;
  option: (row: Row) => TypedOption;
  /** Option for a value that is missing from the response. */
  known?: TypedOption | undefined;
}

/** For choices that are not a list of a resource. */
export function AskedSelect<Row>({ path, asking = {}, option, known, value, ...rest }: AskedSelectProps<Row>) {
  const { typed, asked, type } = useTyping();
  const list = useQuery({
    ...getOf<Row[]>({ path }, '/list', { ...asking, ...(asked && { text: asked }) }),
    placeholderData: keepPreviousData,
  });
  const found = (list.data ?? []).map(option);
  const listed = found.some((each) => each.value === value);
  const options = known && known.value === value && !listed ? [known, ...found] : found;
  return <TypedSelect {...rest} value={value ?? null} options={options} looking={typed !== asked || list.isFetching} onType={type} />;
}
