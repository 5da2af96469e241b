import { Select, type SelectProps } from 'antd';
import { useEffect, useState } from 'react';
import { useWords } from '../data/words.ts';

/** Search text of a select, and its debounced value for requests. */
export function useTyping() {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), 250);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, asked, type: (text: string) => setTyped(text.trim()) };
}

export interface TypedOption {
  value: number;
  label: string;
  /** Second text, e.g. the code. */
  note?: string;
}

interface TypedSelectProps extends Omit<SelectProps, 'options' | 'showSearch' | 'loading'> {
  options: readonly TypedOption[];
  /** A search is running. */
  looking: boolean;
  onType: (text: string) => void;
  /** Description of the offered records, shown if there is no match. */
  offered?: string;
}

/** Select with search; the parent performs the search. */
export function TypedSelect({ options, looking, onType, offered, ...rest }: TypedSelectProps) {
  const t = useWords();
  return (
    <Select
      options={[...options]}
      showSearch={{ filterOption: false, onSearch: onType }}
      loading={looking}
      notFoundContent={
        looking ? (
          <span role="status">{t('kit.looking')}</span>
        ) : (
          <span className="none">
            {t('kit.noMatch')}
            {offered && <span className="select-offered">{offered}</span>}
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
