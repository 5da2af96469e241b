import { useState } from 'react';
import { useUnsavedChanges } from './unsaved.ts';

interface RecordQuery<Data> {
  refetch: () => Promise<{ data: Data | undefined; error: Error | null }>;
}

/** Calls `clear`, then `fill`. On failure the form keeps its input. */
export async function reloadRecord<Data>({ refetch }: RecordQuery<Data>, clear: () => void, fill: (data: Data) => void) {
  const { data, error } = await refetch();
  if (error || data === undefined) return;
  clear();
  fill(data);
}

/** `dirty`: unsaved changes. `stale`: another user saved the record. `reload` replaces the changes with the current record. */
export function useEditState<Data>(query: RecordQuery<Data>, fill: (data: Data) => void) {
  const [dirty, setDirty] = useState(false);
  const [stale, setStale] = useState(false);
  useUnsavedChanges(dirty);
  const clear = () => {
    setStale(false);
    setDirty(false);
  };
  return { dirty, setDirty, stale, setStale, reload: () => void reloadRecord(query, clear, fill) };
}
