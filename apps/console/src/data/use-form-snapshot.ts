import { hashKey, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Reads the initial data of a form each time it opens. `data` stays while the tab is hidden, although the query cache drops it. `latest` is
 * the most recent read. `restart` resets the form; `turn` counts the restarts and is the form's key.
 */
export function useFormSnapshot<Data, Key extends QueryKey>(asked: UseQueryOptions<Data, Error, Data, Key>) {
  const read = useQuery({ ...asked, staleTime: 0, gcTime: 0 });
  const [laid, setLaid] = useState<{ of: string; data: Data }>();
  const [turn, setTurn] = useState(0);
  const of = hashKey(asked.queryKey);
  if (laid?.of !== of && read.data !== undefined && !read.isFetching) setLaid({ of, data: read.data });
  const data = laid?.of === of ? laid.data : undefined;
  const restart = (data: Data) => {
    setLaid({ of, data });
    setTurn((count) => count + 1);
  };
  return { data, latest: data && (read.data ?? data), error: read.error, refetch: read.refetch, restart, turn };
}

export type FormSnapshot<Data> = ReturnType<typeof useFormSnapshot<Data, QueryKey>>;
