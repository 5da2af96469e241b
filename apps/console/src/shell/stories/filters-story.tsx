import { suppliers } from '@suyuan/contract';
import { Form } from 'antd';
import { toWireQuery, useListQuery } from '../../data/api.ts';
import { useTranslations } from '../../data/i18n.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { NumberRange, RangeFilter } from '../../ui/range-filter.tsx';
import { RecordSelect } from '../../ui/record-select.tsx';
import { ClearableInput } from '../../ui/select.tsx';
import { Story, WireText } from './story.tsx';

export default function FiltersStory() {
  const t = useTranslations();
  const [query, updateQuery] = useListQuery();
  return (
    <>
      <Story name="FilterBar · RangeFilter · NumberRange" note={t('kit.story.filtersNote')}>
        <FilterBar of={suppliers} query={query} updateQuery={updateQuery}>
          <Form.Item name="supplierName" label={t('manage.supplier.supplierName')}>
            <ClearableInput />
          </Form.Item>
          <RangeFilter label={t('common.field.createTime')} />
          <NumberRange label={t('manage.supplier.batchCount')} from="batchCountFrom" to="batchCountTo" />
          <RangeFilter prefix="made" label={t('manage.batch.madeDate')} />
        </FilterBar>
        <WireText>{decodeURIComponent(toWireQuery(query).toString())}</WireText>
      </Story>
      <Story name="RecordSelect">
        <Form name="story-record-select" layout="vertical">
          <Form.Item name="supplierId" label={t('manage.supplier')}>
            <RecordSelect of={suppliers} label="supplierName" note="supplierCode" allowClear />
          </Form.Item>
        </Form>
      </Story>
    </>
  );
}
