import type { MapService } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, AutoComplete, Button, Form } from 'antd';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from '../../data/i18n.ts';
import { findPlace, suggestPlaces, useRegions } from '../../data/regions.ts';
import { request } from '../../data/request.ts';
import { hasExtension } from '../../data/server-info.ts';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { RouteBetween, RouteMap } from '../../ui/route-map.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { type MapVendor, type RouteEnds, VendorRoute } from './map/vendor-route.tsx';

interface Suggestion {
  value: string;
  /** Location of the place. */
  note: string;
}

interface PlaceFieldProps {
  id?: string;
  value?: string;
  onChange?: (name: string) => void;
  suggest: (query: string) => Promise<Suggestion[]> | Suggestion[];
}

/** Debounce delay in milliseconds. */
const DEBOUNCE_MS = 200;

function PlaceField({ suggest, ...rest }: PlaceFieldProps) {
  const { value = '' } = rest;
  const [suggestions, setSuggestions] = useState<Suggestion[]>([]);
  const [query, setQuery] = useState<string>();
  useEffect(() => {
    if (query === undefined) return;
    let isStale = false;
    const timer = setTimeout(async () => {
      const answer = query.trim() ? await suggest(query) : [];
      if (!isStale) setSuggestions(answer);
    }, DEBOUNCE_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [query, suggest]);
  return (
    <AutoComplete
      {...rest}
      value={value}
      maxLength={50}
      allowClear
      showSearch={{ onSearch: setQuery }}
      options={suggestions}
      optionRender={({ data }) => (
        <span className="flex justify-between gap-3">
          {data.value}
          <span className="text-muted">{data.note}</span>
        </span>
      )}
    />
  );
}

/** Without an API key: our map with a straight line, and a note about what a key adds. */
function StraightRoute({ ends }: { ends: RouteEnds | undefined }) {
  const t = useTranslations();
  const { regions } = useRegions();
  const isSamePlace = useMemo(() => {
    const [start, end] = ends && regions ? [findPlace(regions, ends.start), findPlace(regions, ends.end)] : [];
    return typeof start === 'object' && typeof end === 'object' && start.regionCode === end.regionCode;
  }, [ends, regions]);
  return (
    <>
      <Alert type="info" showIcon title={t('shell.frame.map.noKey')} className="mb-4!" />
      {isSamePlace && <Alert type="warning" showIcon role="status" title={t('shell.frame.map.same')} className="mb-4!" />}
      {ends ? (
        <RouteBetween startName={ends.start} endName={ends.end} height={520} />
      ) : (
        <RouteMap title={t('shell.page.map')} stops={NONE} height={520} />
      )}
    </>
  );
}

const NONE = [] as const;

/** Route between two places. A plain RuoYi server has neither regions nor a map service. */
export default function MapPage() {
  const t = useTranslations();
  if (hasExtension('regions')) return <RouteQuery />;
  return (
    <Page>
      <PageHeader title={t('shell.page.map')} />
      <section className="card">
        <EmptyState text={t('kit.notOffered')} />
      </section>
    </Page>
  );
}

const formGrid = 'grid grid-cols-[1fr_1fr_auto] gap-x-4 max-md:grid-cols-[1fr]';

/** Route by the operator's map service, otherwise a straight line. Both ends are in the URL. */
function RouteQuery() {
  const t = useTranslations();
  const [searchParams, setSearchParams] = useSearchParams();
  const [start, end] = [searchParams.get('start') ?? '', searchParams.get('end') ?? ''];
  const ends = useMemo(() => (start && end ? { start, end } : undefined), [start, end]);
  const service = useQuery({
    queryKey: ['/common', '/map'],
    queryFn: async ({ signal }) => (await request<MapService | undefined>('GET', '/common/map', undefined, { signal })) ?? null,
    staleTime: 3_600_000,
  });
  const [vendor, setVendor] = useState<MapVendor>();
  const { regions } = useRegions();

  const suggest = useCallback(
    async (query: string) => {
      const tips = await vendor?.suggest(query);
      if (tips) return unique(tips.map(({ name, district }) => ({ value: name, note: district })));
      return suggestPlaces(regions ?? [], query).map(({ name, fullName }) => ({ value: fullName, note: fullName === name ? '' : name }));
    },
    [vendor, regions],
  );
  const rules = (label: string) => [{ required: true, whitespace: true, message: t('shell.frame.map.missing', { what: label }) }];
  const submit = (input: RouteEnds) => setSearchParams({ start: input.start.trim(), end: input.end.trim() });
  return (
    <Page>
      <PageHeader title={t('shell.page.map')} purpose={t('shell.frame.map.purpose')} />
      <section className="card p-6 max-sm:p-4">
        <Form<RouteEnds> name="map-route" layout="vertical" className={formGrid} initialValues={{ start, end }} onFinish={submit}>
          <Form.Item name="start" label={t('shell.frame.map.start')} rules={rules(t('shell.frame.map.start'))}>
            <PlaceField suggest={suggest} />
          </Form.Item>
          <Form.Item name="end" label={t('shell.frame.map.end')} rules={rules(t('shell.frame.map.end'))}>
            <PlaceField suggest={suggest} />
          </Form.Item>
          <Button type="primary" htmlType="submit" className="mt-7.5! max-md:mt-0! max-md:mb-4!">
            {t('shell.frame.map.query')}
          </Button>
        </Form>
        {service.isPending && <LoadingState />}
        {service.error && <ErrorState error={service.error} onRetry={() => void service.refetch()} />}
        {service.isSuccess &&
          (service.data ? <VendorRoute service={service.data} ends={ends} onVendor={setVendor} /> : <StraightRoute ends={ends} />)}
      </section>
    </Page>
  );
}

/** Removes suggestions with duplicate names, because the field requires unique values. */
const unique = <T extends { value: string }>(suggestions: readonly T[]): T[] =>
  [...new Map(suggestions.toReversed().map((each) => [each.value, each])).values()].toReversed();
