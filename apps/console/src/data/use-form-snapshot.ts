import { hashKey, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Reads the initial data of a form each time it opens. `data` stays while the tab is hidden, although the query cache drops it. `latest` is
 * the most recent read. `restart` resets the form; `turn` counts the restarts and is the form's key.
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
