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
  suggest: (query: string) => Promise<Suggestion[]> | Suggestion[];
}

/** Debounce delay in milliseconds. */
const DEBOUNCE_MS = 200;

export function PlaceField({ suggest, ...rest }: PlaceFieldProps) {
  const { value = '' } = rest;
  const [suggestions, setSuggestions] = useState<Suggestion[]>([]);
  const [query, setQuery] = useState<string>();
  useEffect(() => {
    if (query === undefined) return;
    let isStale = false;
    const timer = setTimeout(async () => {
      const answer = query.trim() ? await suggest(query) : [];
      if (!isStale) setSuggestions(answer);
    }, DEBOUNCE_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [query, suggest]);
  return (
    <AutoComplete
      {...rest}
      value={value}
      maxLength={50}
      allowClear
      showSearch={{ onSearch: setQuery }}
      options={suggestions}
      optionRender={({ data }) => (
        <span className="option-with-note">
          {data.value}
          <span className="none">{data.note}</span>
        </span>
      )}
    />
  );
}
