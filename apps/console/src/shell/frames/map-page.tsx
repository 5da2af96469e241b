import type { MapService } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Form } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { suggestPlaces } from '../../data/places.ts';
import { useRegions } from '../../data/regions.ts';
import { request } from '../../data/request.ts';
import { has } from '../../data/server-about.ts';
import { useWords } from '../../data/words.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Failed, Nothing, Waiting } from '../../ui/states.tsx';
import type { Ends } from './map/ends.ts';
import './map/map-page.css';
import { OwnRoute } from './map/own-route.tsx';
import { PlaceField } from './map/place-field.tsx';
import type { Vendor } from './map/vendor.ts';
import { VendorRoute } from './map/vendor-route.tsx';

/** Route between two places. A plain RuoYi server has neither regions nor a map service. */
export default function MapPage() {
  const t = useWords();
  if (has('regions')) return <RouteQuery />;
  return (
    <div className="page">
      <PageHeader title={t('shell.page.map')} />
      <section className="card">
        <Nothing text={t('kit.notOffered')} />
      </section>
    </div>
  );
}

/** Route by the operator's map service, otherwise a straight line. Both ends are in the URL. */
function RouteQuery() {
  const t = useWords();
  const [address, go] = useSearchParams();
  const [start, end] = [address.get('start') ?? '', address.get('end') ?? ''];
  const ends = useMemo(() => (start && end ? { start, end } : undefined), [start, end]);
  const service = useQuery({
    queryKey: ['/common', '/map'],
    queryFn: async ({ signal }) => (await request<MapService | undefined>('GET', '/common/map', undefined, { signal })) ?? null,
    staleTime: 3_600_000,
  });
  const [vendor, keepVendor] = useState<Vendor>();
  const { regions } = useRegions();

  const suggest = useCallback(
    async (typed: string) => {
      const tips = await vendor?.suggest(typed);
      if (tips) return unique(tips.map(({ name, district }) => ({ value: name, note: district })));
      return suggestPlaces(regions ?? [], typed).map(({ name, fullName }) => ({ value: fullName, note: fullName === name ? '' : name }));
    },
    [vendor, regions],
  );
  const rules = (what: string) => [{ required: true, whitespace: true, message: t('shell.frame.map.missing', { what }) }];
  const ask = (given: Ends) => go({ start: given.start.trim(), end: given.end.trim() });
  return (
    <div className="page">
      <PageHeader title={t('shell.page.map')} purpose={t('shell.frame.map.purpose')} />
      <section className="card account-card">
        <Form<Ends> name="map-route" layout="vertical" className="map-form" initialValues={{ start, end }} onFinish={ask}>
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
        {service.isPending && <Waiting />}
        {service.error && <Failed error={service.error} onRetry={() => void service.refetch()} />}
        {service.isSuccess &&
          (service.data ? <VendorRoute service={service.data} ends={ends} onVendor={keepVendor} /> : <OwnRoute ends={ends} />)}
      </section>
    </div>
  );
}

/** Removes suggestions with duplicate names, because the field requires unique values. */
const unique = <T extends { value: string }>(found: readonly T[]): T[] =>
  [...new Map(found.toReversed().map((each) => [each.value, each])).values()].toReversed();
