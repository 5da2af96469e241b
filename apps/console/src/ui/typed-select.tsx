import { Select, type SelectProps } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslations } from '../data/words.ts';

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
}

interface SearchSelectProps extends Omit<SelectProps, 'options' | 'showSearch' | 'loading'> {
  options: readonly SearchOption[];
  isSearching: boolean;
  onSearchText: (text: string) => void;
  /** Description of the offered records, displayed if there is no match. */
  emptyHint?: string;
}

/** The parent performs the search. */
export function SearchSelect({ options, isSearching, onSearchText, emptyHint, ...rest }: SearchSelectProps) {
  const t = useTranslations();
  return (
    <Select
      options={[...options]}
      showSearch={{ filterOption: false, onSearch: onSearchText }}
      loading={isSearching}
      notFoundContent={
        isSearching ? (
          <span role="status">{t('kit.looking')}</span>
        ) : (
          <span className="none">
            {t('kit.noMatch')}
            {emptyHint && <span className="select-offered">{emptyHint}</span>}
          </span>
        )
      }
      optionRender={({ data }) => (
        <span className="option-with-note">
          {data.label}
          {data.note && <span className="mono-text none">{data.note}</span>}
        </span>
      )}
      {...rest}
    />
  );
}
