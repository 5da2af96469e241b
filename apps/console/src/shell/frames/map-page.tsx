import type { MapService } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { suggestPlaces } from '../../data/places.ts';
import { useRegions } from '../../data/regions.ts';
import { request } from '../../data/request.ts';
import { hasExtension } from '../../data/server-about.ts';
import { useTranslations } from '../../data/words.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import type { RouteEnds } from './map/ends.ts';
import './map/map-page.css';
import { StraightRoute } from './map/own-route.tsx';
import { PlaceField } from './map/place-field.tsx';
import type { MapVendor } from './map/vendor.ts';
import { VendorRoute } from './map/vendor-route.tsx';

/** Route between two places. A plain RuoYi server has neither regions nor a map service. */
export default function MapPage() {
  const t = useTranslations();
  if (hasExtension('regions')) return <RouteQuery />;
  return (
    <div className="page">
      <PageHeader title={t('shell.page.map')} />
      <section className="card">
        <EmptyState text={t('kit.notOffered')} />
      </section>
    </div>
  );
}

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
    <div className="page">
      <PageHeader title={t('shell.page.map')} purpose={t('shell.frame.map.purpose')} />
      <section className="card account-card">
        <Form<RouteEnds> name="map-route" layout="vertical" className="map-form" initialValues={{ start, end }} onFinish={submit}>
          <Form.Item name="start" label={t('shell.frame.map.start')} rules={rules(t('shell.frame.map.start'))}>
            <PlaceField suggest={suggest} />
          </Form.Item>
          <Form.Item name="end" label={t('shell.frame.map.end')} rules={rules(t('shell.frame.map.end'))}>
            <PlaceField suggest={suggest} />
          </Form.Item>
          <Button type="primary" htmlType="submit">
            {t('shell.frame.map.query')}
          </Button>
        </Form>
        {service.isPending && <LoadingState />}
        {service.error && <ErrorState error={service.error} onRetry={() => void service.refetch()} />}
        {service.isSuccess &&
          (service.data ? <VendorRoute service={service.data} ends={ends} onVendor={setVendor} /> : <StraightRoute ends={ends} />)}
      </section>
    </div>
  );
}

/** Removes suggestions with duplicate names, because the field requires unique values. */
const unique = <T extends { value: string }>(suggestions: readonly T[]): T[] =>
  [...new Map(suggestions.toReversed().map((each) => [each.value, each])).values()].toReversed();
