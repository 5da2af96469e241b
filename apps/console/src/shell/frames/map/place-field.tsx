import { AutoComplete } from 'antd';
import { useEffect, useState } from 'react';

/** What may be meant by what was typed. */
export interface Suggestion {
  value: string;
  /** Where it lies. */
  note: string;
}

interface PlaceFieldProps {
  id?: string;
  value?: string;
  onChange?: (name: string) => void;
  suggest: (typed: string) => Promise<Suggestion[]> | Suggestion[];
}

/** Milliseconds of quiet before one asks. */
const QUIET = 200;

/** A place, typed or chosen of what is suggested. */
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
