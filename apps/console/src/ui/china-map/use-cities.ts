import { useQuery } from '@tanstack/react-query';
import type { Outline } from './region-outline.ts';

/** Undefined until loaded. A lost script is requested again; without it, maps show provinces only. */
export function useCities(needed: boolean): readonly Outline[] | undefined {
  const { data } = useQuery({
    queryKey: ['map-cities'],
    queryFn: async () => (await import('./cities.ts')).cities,
    enabled: needed,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 3,
    meta: { ownErrors: true },
  });
  return data;
}
