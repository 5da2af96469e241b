import type { HomeFigures, HourFigures, RegionFigures } from '@suyuan/contract';
import { queryOptions } from '@tanstack/react-query';
import { takePrefetchedData } from '../../data/prefetch.ts';
import { request } from '../../data/request.ts';
import { FIGURES_PATH, figuresQuery } from './home-queries.ts';

/** Milliseconds after which figures are stale; they follow scans within seconds. */
const REFETCH_INTERVAL_MS = 30_000;

const figureQueryOptions = <T>(path: string) =>
  queryOptions({
    queryKey: [FIGURES_PATH, path],
    queryFn: ({ signal }) => request<T>('GET', path, undefined, { signal }),
    initialData: () => takePrefetchedData<T>(path),
    meta: { ownErrors: true },
    refetchInterval: REFETCH_INTERVAL_MS,
    staleTime: REFETCH_INTERVAL_MS / 2,
  });

export const homeFigures = (days: number) => figureQueryOptions<HomeFigures>(figuresQuery(days));
export const hourFigures = () => figureQueryOptions<HourFigures>(`${FIGURES_PATH}/hours`);
export const cityFigures = (days: number, regionCode: string) =>
  figureQueryOptions<RegionFigures>(`${FIGURES_PATH}/regions?days=${days}&regionCode=${regionCode}`);
