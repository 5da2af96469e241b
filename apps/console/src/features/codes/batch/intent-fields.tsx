import { batches, dealers } from '@suyuan/contract';
import { Input } from 'antd';
import { usePermission } from '../../../data/permission.tsx';
import { Field } from '../../../ui/field.tsx';
import { RecordSelect } from '../../../ui/record-select.tsx';
import { RegionSelect } from '../../../ui/region-select.tsx';

/** Where a batch is made and for which dealer. The dealer field requires permission to list dealers. */
export function IntentFields() {
  const seesDealers = usePermission(dealers.permission('list'));
  return (
    <>
      <Field of={batches} name="productionLine">
        <Input maxLength={50} />
      </Field>
      {seesDealers && (
        <Field of={batches} name="intendedDealerId">
          <RecordSelect of={dealers} label="channelBusinessName" note="channelBusinessCode" only={{ state: 'active' }} allowClear />
        </Field>
      )}
      <Field of={batches} name="intendedRegionCode">
        <RegionSelect />
      </Field>
    </>
  );
}
