import type { HomeFigures, HourFigures, RegionFigures } from '@suyuan/contract';
import { queryOptions } from '@tanstack/react-query';
import { takeArrived } from '../../data/prefetch.ts';
import { request } from '../../data/request.ts';
import { FIGURES, figuresQuery } from './asks.ts';

/** Milliseconds after which figures are stale; they follow scans within seconds. */
const FRESH = 30_000;

const options = <T>(path: string) =>
  queryOptions({
    queryKey: [FIGURES, path],
    queryFn: ({ signal }) => request<T>('GET', path, undefined, { signal }),
    initialData: () => takeArrived<T>(path),
    meta: { ownErrors: true },
    refetchInterval: FRESH,
    staleTime: FRESH / 2,
  });

export const homeFigures = (days: number) => options<HomeFigures>(figuresQuery(days));
export const hourFigures = () => options<HourFigures>(`${FIGURES}/hours`);
export const cityFigures = (days: number, regionCode: string) =>
  options<RegionFigures>(`${FIGURES}/regions?days=${days}&regionCode=${regionCode}`);
