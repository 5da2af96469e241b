import { DIVERSION_DAYS, dealers, diversion, diversionMatrix, products, scanCases } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { endpointQueryOptions, filterEntries, useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { businessNow } from '../../../ui/day.ts';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { ListCard } from '../../../ui/list-card.tsx';
import { Page, PageHeader } from '../../../ui/page-header.tsx';
import { RangeFilter } from '../../../ui/range-filter.tsx';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { RecordName } from '../../../ui/record-view.tsx';
import { RegionName, RegionSelect } from '../../../ui/region-select.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { DiversionMatrix } from './diversion-matrix.tsx';

const filterResource = {
  path: diversion.path,
  word: (field?: string) => (field ? `manage.diversion.${field}` : 'manage.diversion') as never,
};

/** As the server's, which may not have answered yet. */
function defaultPeriod() {
  const today = businessNow();
  return { from: today.subtract(DIVERSION_DAYS - 1, 'day').format('YYYY-MM-DD'), to: today.format('YYYY-MM-DD') };
}

/** Scans of dealers' products compared with their authorised regions: a dealer by province table, and the map of the selected dealer. */
export default function DiversionPage() {
  const t = useTranslations();
  const [query, updateQuery] = useListQuery();
  const matrix = useQuery({
    ...endpointQueryOptions(diversionMatrix, Object.fromEntries(filterEntries(query))),
    placeholderData: keepPreviousData,
    meta: { ownErrors: true },
  });
  const canListCases = usePermission(scanCases.permission('list'));
  const { data } = matrix;
  return (
    <Page>
      <PageHeader
        title={t('manage.diversion.title')}
        purpose={t('manage.diversion.purpose')}
        actions={canListCases && <RowLink to={`${scanCases.path}?reason=otherRegion`}>{t('manage.diversion.cases')}</RowLink>}
      />
      <ListCard>
        <FilterBar
          of={filterResource}
          query={query}
          updateQuery={updateQuery}
          filterText={{
            regionCode: (code) => <RegionName code={code} />,
            channelBusinessId: (id) => <RecordName of={dealers} field="channelBusinessName" id={id} />,
            categoryId: (id) => <RecordName of={products} field="categoryName" id={id} />,
          }}
        >
          <RangeFilter label={t('manage.diversion.days')} effective={data ?? defaultPeriod()} />
          <Form.Item name="channelBusinessId" label={t('manage.diversion.channelBusinessId')}>
            <RecordSelect of={dealers} label="channelBusinessName" note="channelBusinessCode" placeholder={t('kit.all')} allowClear />
          </Form.Item>
          <Form.Item name="categoryId" label={t('manage.diversion.categoryId')}>
            <RecordSelect of={products} label="categoryName" note="categoryCode" placeholder={t('kit.all')} allowClear />
          </Form.Item>
          <Form.Item name="regionCode" label={t('manage.diversion.regionCode')}>
            <RegionSelect />
          </Form.Item>
        </FilterBar>
        {matrix.error && !data && <ErrorState error={matrix.error} onRetry={() => void matrix.refetch()} />}
        {!matrix.error && !data && <LoadingState rows={8} />}
        {data && data.dealers.length === 0 && <EmptyState text={t('manage.diversion.none')} />}
        {data && data.dealers.length > 0 && (
          <DiversionMatrix
            data={data}
            isDefaultPeriod={!query.beginTime && !query.endTime}
            categoryId={query.categoryId}
            regionCode={query.regionCode}
          />
        )}
      </ListCard>
    </Page>
  );
}
