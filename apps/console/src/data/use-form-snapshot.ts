import { hashKey, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Reads what a form begins with, anew each time that the form is opened, and holds on to it as `data`: what was read is forgotten while
 * its tab is behind another, which takes neither the form nor what was typed into it away. `latest` is as it was read last. `restart`
 * begins again with other data; `turn` counts how often and is the key of the form.
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

/** A record as a form began with it. */
export type FormSnapshot<Data> = ReturnType<typeof useFormSnapshot<Data, QueryKey>>;
