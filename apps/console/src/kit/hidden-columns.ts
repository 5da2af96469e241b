import { useState } from 'react';

const keyOf = (list: string) => `suyuan.columns.${list}`;

/** The columns of a list that this browser's user does not want to see. */
export function useHiddenColumns(list: string) {
  const [hidden, setHidden] = useState<string[]>(() => read(list));
  const hide = (keys: string[]) => {
    setHidden(keys);
    if (keys.length) localStorage.setItem(keyOf(list), JSON.stringify(keys));
    else localStorage.removeItem(keyOf(list));
  };
  return [hidden, hide] as const;
}

function read(list: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(list)) ?? '[]');
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}
