import { type DealerOverlap, dealers, products } from '@suyuan/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Form, Select, Switch } from 'antd';
import { getQueryOptions, listQueryOptions } from '../../../data/api.ts';
import { usePermission } from '../../../data/permission.tsx';
import { useTranslations } from '../../../data/words.ts';
import { Field } from '../../../ui/field.tsx';
import { regionLimit, useDealers } from './dealer-tree.ts';
import { RegionField } from './region-field.tsx';

/**
 * Regions and products of a dealer, with a warning about exclusive regions.
 * @param of the dealer's id, once it exists
 */
export function AuthorityFields({ of, parentId }: { of?: number | undefined; parentId: number | null | undefined }) {
  const t = useTranslations();
  const { data: nodes = [] } = useDealers();
  const canListProducts = usePermission(products.permission('list'));
  const productsQuery = useQuery({ ...listQueryOptions(products, { pageSize: '500', orderBy: 'categoryName' }), enabled: canListProducts });
  return (
    <>
      <Field of={dealers} name="regionCodes">
        <RegionField within={regionLimit(nodes, parentId)} />
      </Field>
      <Field of={dealers} name="categoryIds">
        <Select
          mode="multiple"
          allowClear
          disabled={!canListProducts}
          maxTagCount={12}
          optionFilterProp="label"
          loading={productsQuery.isFetching}
          options={(productsQuery.data?.rows ?? []).map(({ categoryId, categoryName }) => ({ value: categoryId, label: categoryName }))}
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
  const values = (Form.useWatch([], { form, preserve: true }) ?? {}) as {
    regionCodes?: string[];
    categoryIds?: number[];
    exclusive?: string;
  };
  return <OverlapWarning id={of} parentId={parentId} {...values} />;
}

interface OverlapProps {
  id: number | undefined;
  parentId: number | null | undefined;
  regionCodes?: string[];
  categoryIds?: number[];
  exclusive?: string;
}

export function OverlapWarning({ id, parentId, regionCodes = [], categoryIds = [], exclusive = '0' }: OverlapProps) {
  const t = useTranslations();
  const query = {
    exclusive,
    regionCodes: regionCodes.join(),
    ...(categoryIds.length > 0 && { categoryIds: categoryIds.join() }),
    ...(id && { channelBusinessId: String(id) }),
    ...(parentId && { parentId: String(parentId) }),
  };
  const { data = [] } = useQuery({
    ...getQueryOptions<DealerOverlap[]>(dealers, '/overlaps', query),
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
            {data.map(({ channelBusinessId, channelBusinessName, exclusive: otherExclusive, regionNames }) => (
              <li key={channelBusinessId}>
                {t('manage.channelBusiness.overlapOf', {
                  name: channelBusinessName,
                  exclusive: t(otherExclusive === '1' ? 'manage.channelBusiness.exclusive' : 'manage.channelBusiness.overlapPlain'),
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
