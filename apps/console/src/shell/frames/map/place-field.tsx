import { AutoComplete } from 'antd';
import { useEffect, useState } from 'react';

export interface Suggestion {
  value: string;
  /** Location of the place. */
  note: string;
}

interface PlaceFieldProps {
  id?: string;
  value?: string;
  onChange?: (name: string) => void;
  suggest: (typed: string) => Promise<Suggestion[]> | Suggestion[];
}

/** Debounce delay in milliseconds. */
const QUIET = 200;

export function PlaceField({ suggest, ...rest }: PlaceFieldProps) {
  const { value = '' } = rest;
  const [found, keep] = useState<Suggestion[]>([]);
  const [typed, type] = useState<string>();
  useEffect(() => {
    if (typed === undefined) return;
    let stale = false;
    const timer = setTimeout(async () => {
      const answer = typed.trim() ? await suggest(typed) : [];
      if (!stale) keep(answer);
    }, QUIET);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [typed, suggest]);
  return (
    <AutoComplete
      {...rest}
      value={value}
      maxLength={50}
      allowClear
      showSearch={{ onSearch: type }}
      options={found}
      optionRender={({ data }) => (
        <span className="option-with-note">
          {data.value}
          <span className="none">{data.note}</span>
        </span>
      )}
    />
  );
}
