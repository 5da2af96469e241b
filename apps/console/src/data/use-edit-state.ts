import { useState } from 'react';
import { useUnsaved } from './unsaved.ts';

interface RecordQuery<Data> {
  refetch: () => Promise<{ data: Data | undefined; error: Error | null }>;
}

/** Fetches the record of a form again: `clear` and then `fill`. Where that fails, the form keeps what was typed. */
export async function reloadRecord<Data>({ refetch }: RecordQuery<Data>, clear: () => void, fill: (data: Data) => void) {
  const { data, error } = await refetch();
  if (error || data === undefined) return;
  clear();
  fill(data);
}

/**
 * The state of a form that edits a record. `dirty`: it has changes that are not saved. `stale`: somebody else saved the record in the
 * meantime. `reload` replaces the changes by the record as it is now, which `fill` puts into the form.
 */
export function useEditState<Data>(query: RecordQuery<Data>, fill: (data: Data) => void) {
  const [dirty, setDirty] = useState(false);
  const [stale, setStale] = useState(false);
  useUnsaved(dirty);
  const clear = () => {
    setStale(false);
    setDirty(false);
  };
  return { dirty, setDirty, stale, setStale, reload: () => void reloadRecord(query, clear, fill) };
}
