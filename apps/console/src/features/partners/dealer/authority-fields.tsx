import { type DealerOverlap, dealers, products } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Form, Select, Switch } from 'antd';
import { getOf, listOf } from '../../../data/api.ts';
import { usePermission } from '../../../data/permission.tsx';
import { useWords } from '../../../data/words.ts';
import { Field } from '../../../ui/field.tsx';
import { limitBelow, useDealers } from './dealer-tree.ts';
import { RegionField } from './region-field.tsx';

/**
 * Regions and products of a dealer, with a warning about exclusive regions.
 * @param of the dealer's id, once it exists
 */
export function AuthorityFields({ of, parentId }: { of?: number | undefined; parentId: number | null | undefined }) {
  const t = useWords();
  const { data: nodes = [] } = useDealers();
  const seesGoods = usePermission(products.permission('list'));
  const goods = useQuery({ ...listOf(products, { pageSize: '500', orderBy: 'categoryName' }), enabled: seesGoods });
  return (
    <>
      <Field of={dealers} name="regionCodes">
        <RegionField within={limitBelow(nodes, parentId)} />
      </Field>
      <Field of={dealers} name="categoryIds">
        <Select
          mode="multiple"
          allowClear
          disabled={!seesGoods}
          maxTagCount={12}
          optionFilterProp="label"
          loading={goods.isFetching}
          options={(goods.data?.rows ?? []).map(({ categoryId, categoryName }) => ({ value: categoryId, label: categoryName }))}
        />
      </Field>
      <Field
        of={dealers}
        name="exclusive"
        extra={t('manage.channelBusiness.exclusive.ask')}
        getValueProps={(flag: unknown) => ({ checked: flag === '1' })}
        getValueFromEvent={(on: boolean) => (on ? '1' : '0')}
      >
        <Switch />
      </Field>
      <Overlaps of={of} parentId={parentId} />
    </>
  );
}

function Overlaps({ of, parentId }: { of: number | undefined; parentId: number | null | undefined }) {
  const form = Form.useFormInstance();
  const known = (Form.useWatch([], { form, preserve: true }) ?? {}) as {
    regionCodes?: string[];
    categoryIds?: number[];
    exclusive?: string;
  };
  return <OverlapWarning id={of} parentId={parentId} {...known} />;
}

interface OverlapProps {
  id: number | undefined;
  parentId: number | null | undefined;
  regionCodes?: string[];
  categoryIds?: number[];
  exclusive?: string;
}

export function OverlapWarning({ id, parentId, regionCodes = [], categoryIds = [], exclusive = '0' }: OverlapProps) {
  const t = useWords();
  const asked = {
    exclusive,
    regionCodes: regionCodes.join(),
    ...(categoryIds.length > 0 && { categoryIds: categoryIds.join() }),
    ...(id && { channelBusinessId: String(id) }),
    ...(parentId && { parentId: String(parentId) }),
  };
  const { data = [] } = useQuery({
    ...getOf<DealerOverlap[]>(dealers, '/overlaps', asked),
    enabled: regionCodes.length > 0,
    placeholderData: keepPreviousData,
    meta: { ownErrors: true },
  });
  if (data.length === 0 || regionCodes.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      className="overlap-warning"
      title={t('manage.channelBusiness.overlap')}
      description={
        <>
          <ul className="overlap-list">
            {data.map(({ channelBusinessId, channelBusinessName, exclusive: theirs, regionNames }) => (
              <li key={channelBusinessId}>
                {t('manage.channelBusiness.overlapOf', {
                  name: channelBusinessName,
                  exclusive: t(theirs === '1' ? 'manage.channelBusiness.exclusive' : 'manage.channelBusiness.overlapPlain'),
                  regions: regionNames.join(t('kit.joint')),
                })}
              </li>
            ))}
          </ul>
          {t('manage.channelBusiness.overlapHint')}
        </>
      }
    />
  );
}
