import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select, type SelectProps } from 'antd';
import { useEffect, useState } from 'react';
import { getOf } from './api.ts';
import { useWords } from './words.ts';

interface AskedSelectProps<Row> extends Omit<SelectProps, 'options' | 'onSearch' | 'showSearch' | 'loading'> {
  /** What is asked, as `{path}/list?text=…`: rows that may be chosen, few and without pages. */
  path: string;
  /** What else the question says. */
  asking?: Record<string, string>;
  option: (row: Row) => { value: number; label: string; note?: string };
  /** What a value is called that the answer does not hold. */
  known?: { value: number; label: string; note?: string } | undefined;
}

/** Chooses one of what a question answers, by typing part of its name: for choices that are no list of a resource. */
export function AskedSelect<Row>({ path, asking = {}, option, known, value, ...rest }: AskedSelectProps<Row>) {
  const t = useWords();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), 250);
    return () => clearTimeout(timer);
  }, [typed]);
  const list = useQuery({
    ...getOf<Row[]>({ path }, '/list', { ...asking, ...(asked && { text: asked }) }),
    placeholderData: keepPreviousData,
  });
  const found = (list.data ?? []).map(option);
  const listed = found.some((each) => each.value === value);
  const options = known && known.value === value && !listed ? [known, ...found] : found;
  const looking = typed !== asked || list.isFetching;
  return (
    <Select
      {...rest}
      value={value ?? null}
      options={options}
      showSearch={{ filterOption: false, onSearch: (text) => setTyped(text.trim()) }}
      loading={looking}
      notFoundContent={looking ? <span role="status">{t('kit.looking')}</span> : <span className="none">{t('kit.noMatch')}</span>}
      optionRender={({ data }) => (
        <span className="option-with-note">
          {data.label}
          {data.note && <span className="mono-text none">{data.note}</span>}
        </span>
      )}
    />
  );
}
