import { batches, dealers } from '@suyuan/contract';
import { Input } from 'antd';
import { usePermission } from '../../../data/permission.tsx';
import { Field } from '../../../ui/field.tsx';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { RegionSelect } from '../../../ui/region-select.tsx';

/** Where a batch is made and for which dealer. The dealer field requires permission to list dealers. */
export function IntentFields() {
  const canListDealers = usePermission(dealers.permission('list'));
  return (
    <>
      <Field of={batches} name="productionLine">
        <Input maxLength={50} />
      </Field>
      {canListDealers && (
        <Field of={batches} name="intendedDealerId">
          <RecordSelect of={dealers} label="channelBusinessName" note="channelBusinessCode" fixedFilters={{ state: 'active' }} allowClear />
        </Field>
      )}
      <Field of={batches} name="intendedRegionCode">
        <RegionSelect />
      </Field>
    </>
  );
}
