import { hashKey, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useUnsavedChanges } from './unsaved-changes.ts';

export const isSaveShortcut = ({ ctrlKey, metaKey, key }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'key'>) =>
  (ctrlKey || metaKey) && key.toLowerCase() === 's';

/** Null becomes undefined: an empty input. */
export const nullsToUndefined = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? undefined]));

/** Ctrl+S or ⌘S saves while `active`. */
export function useSaveShortcut(active: boolean, save: () => void) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isSaveShortcut(event)) return;
    event.preventDefault();
    save();
  });
  useEffect(() => {
    if (!active) return;
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [active]);
}

/**
 * Reads the initial data of a form each time it opens. `data` stays while the tab is hidden, although the query cache drops it. `latest` is
 * the most recent read. `restart` resets the form; `version` counts the restarts and is the form's key.
 */
export function useFormSnapshot<Data, Key extends QueryKey>(options: UseQueryOptions<Data, Error, Data, Key>) {
  const read = useQuery({ ...options, staleTime: 0, gcTime: 0 });
  const [snapshot, setSnapshot] = useState<{ queryHash: string; data: Data }>();
  const [version, setVersion] = useState(0);
  const queryHash = hashKey(options.queryKey);
  if (snapshot?.queryHash !== queryHash && read.data !== undefined && !read.isFetching) setSnapshot({ queryHash, data: read.data });
  const data = snapshot?.queryHash === queryHash ? snapshot.data : undefined;
  const restart = (data: Data) => {
    setSnapshot({ queryHash, data });
    setVersion((count) => count + 1);
  };
  return { data, latest: data && (read.data ?? data), error: read.error, refetch: read.refetch, restart, version };
}

export type FormSnapshot<Data> = ReturnType<typeof useFormSnapshot<Data, QueryKey>>;

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
