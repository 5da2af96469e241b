import { hashKey, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hosts } from './hosts.ts';
import { refusalOf } from './refusal.ts';

/**
 * Reads what a form begins with, anew each time that the form is opened, and holds on to it as `data`: what was read is forgotten while
 * its tab is behind another, which takes neither the form nor what was typed into it away. `latest` is as it was read last. `again` lays
 * it as it is now, where it can be read; `turn` counts how often: the key of a form that begins anew with it.
 */
export function useLaid<Data, Key extends QueryKey>(asked: UseQueryOptions<Data, Error, Data, Key>) {
  const read = useQuery({ ...asked, staleTime: 0, gcTime: 0, meta: { ownErrors: true } });
  const [laid, setLaid] = useState<{ of: string; data: Data }>();
  const [turn, setTurn] = useState(0);
  const of = hashKey(asked.queryKey);
  if (laid?.of !== of && read.data !== undefined && !read.isFetching) setLaid({ of, data: read.data });
  const data = laid?.of === of ? laid.data : undefined;
  const again = async () => {
    const answer = await read.refetch();
    // what was typed stays until there is something in its place
    if (answer.error) return hosts.tell('error', refusalOf(answer.error)?.msg ?? answer.error.message);
    if (answer.data === undefined) return;
    setLaid({ of, data: answer.data });
    setTurn((count) => count + 1);
  };
  return { data, latest: data && (read.data ?? data), error: read.error, refetch: read.refetch, again, turn };
}
