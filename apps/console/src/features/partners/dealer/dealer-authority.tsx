import { authoriseDealer, dealerOverlaps, dealers, products } from '@suyuan/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Form, Switch } from 'antd';
import { useCallback, useEffect, useRef } from 'react';
import { call, endpointQueryOptions, recordQueryOptions } from '../../../data/api.ts';
import { asApiError } from '../../../data/api-error.ts';
import { useEditState } from '../../../data/form-editing.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermission } from '../../../data/permission.tsx';
import { shellServices } from '../../../data/shell-services.ts';
import { leaveForm } from '../../../ui/confirm.ts';
import { Field } from '../../../ui/field.tsx';
import { FormDrawer, StaleRecord } from '../../../ui/form-parts.tsx';
import { showApiError } from '../../../ui/form-validation.ts';
import { RecordMultiSelect } from '../../../ui/record-select.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import type { Dealer } from './dealer-life-cycle.ts';
import { regionLimit, useDealers } from './dealer-tree.ts';
import { RegionField } from './region-field.tsx';

interface AuthorityFieldsProps {
  /** Once it exists. */
  dealer: Pick<Dealer, 'channelBusinessId' | 'categoryIds' | 'categoryNames'> | undefined;
  parentId: number | null | undefined;
}

/** Regions and products of a dealer, with a warning about exclusive regions. */
export function AuthorityFields({ dealer, parentId }: AuthorityFieldsProps) {
  const t = useTranslations();
  const { data: nodes = [] } = useDealers();
  const canListProducts = usePermission(products.permission('list'));
  return (
    <>
      <Field of={dealers} name="regionCodes">
        <RegionField within={regionLimit(nodes, parentId)} />
      </Field>
      <Field of={dealers} name="categoryIds">
        <RecordMultiSelect
          of={products}
          label="categoryName"
          selectedOptions={(dealer?.categoryIds ?? []).map((value, index) => ({ value, label: dealer?.categoryNames[index] ?? '' }))}
          allowClear
          disabled={!canListProducts}
          maxTagCount={12}
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
      <Overlaps of={dealer?.channelBusinessId} parentId={parentId} />
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
    ...endpointQueryOptions(dealerOverlaps, query),
    enabled: regionCodes.length > 0,
    placeholderData: keepPreviousData,
    meta: { ownErrors: true },
  });
  if (data.length === 0 || regionCodes.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      className="mb-4!"
      title={t('manage.channelBusiness.overlap')}
      description={
        <>
          <ul className="mt-1 mb-0 pl-5">
            {data.map(({ channelBusinessId, channelBusinessName, exclusive: otherExclusive, regionNames }) => (
              <li key={channelBusinessId ?? regionNames.join()}>
                {t('manage.channelBusiness.overlapOf', {
                  name: channelBusinessName ?? t('manage.channelBusiness.overlapHidden'),
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

interface Values {
  regionCodes?: string[];
  categoryIds?: number[];
  exclusive?: '0' | '1';
}

export function AuthoriseDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useTranslations();
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  const dealerQuery = useQuery({ ...recordQueryOptions(dealers, id), staleTime: 0, gcTime: 0 });
  const dealer = dealerQuery.data;
  // version of the form's snapshot: a reactivated tab reloads the dealer
  const version = useRef<number>(undefined);
  const fill = useCallback(
    (values: Dealer) => {
      form.setFieldsValue(values);
      version.current = values.version;
    },
    [form],
  );
  const { dirty, setDirty, stale, setStale, reload } = useEditState(dealerQuery, fill);
  useEffect(() => {
    if (dealer && !dirty) fill(dealer);
  }, [dealer, dirty, fill]);
  const save = useMutation({
    mutationFn: (values: Values) =>
      call(authoriseDealer, {
        id,
        regionCodes: values.regionCodes ?? [],
        categoryIds: values.categoryIds ?? [],
        exclusive: values.exclusive ?? '0',
        version: version.current,
      }),
    meta: { ownErrors: true },
    onSuccess: () => {
      shellServices.notify('success', t('kit.saved'));
      onClose();
      return client.invalidateQueries({ queryKey: [dealers.path] });
    },
    onMutate: () => setStale(false),
    onError: (error) => (asApiError(error)?.problem === 'recordStale' ? setStale(true) : showApiError(form, error)),
  });
  const closeDrawer = () => void leaveForm(dirty, onClose);
  return (
    <FormDrawer
      size={560}
      title={t('manage.channelBusiness.authoriseTitle', { name: dealer?.channelBusinessName ?? '' })}
      onClose={closeDrawer}
      okText={t('kit.save')}
      busy={save.isPending}
      disabled={!dealer}
      onOk={() => form.submit()}
    >
      {stale && <StaleRecord onLoad={reload} />}
      {dealerQuery.error && !dealer && <ErrorState error={dealerQuery.error} onRetry={() => void dealerQuery.refetch()} />}
      {!dealer && !dealerQuery.error && <LoadingState rows={6} />}
      {dealer && (
        <Form
          form={form}
          name="dealer-authority"
          layout="vertical"
          onValuesChange={() => setDirty(true)}
          onFinish={(values: Values) => save.mutate(values)}
        >
          <AuthorityFields dealer={dealer} parentId={dealer.parentId} />
        </Form>
      )}
    </FormDrawer>
  );
}
