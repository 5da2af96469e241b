import { Select, type SelectProps } from 'antd';
import { useEffect, useState } from 'react';
import { useWords } from '../data/words.ts';

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
  note?: string;
}

interface TypedSelectProps extends Omit<SelectProps, 'options' | 'showSearch' | 'loading'> {
  options: readonly TypedOption[];
  looking: boolean;
  onType: (text: string) => void;
  /** Description of the offered records, displayed if there is no match. */
  offered?: string;
}

/** The parent performs the search. */
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
