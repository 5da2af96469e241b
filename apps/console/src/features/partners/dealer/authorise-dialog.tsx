import { authoriseDealer, dealers } from '@suyuan/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Form } from 'antd';
import { useCallback, useEffect, useRef } from 'react';
import { recordQueryOptions } from '../../../data/api.ts';
import { shellServices } from '../../../data/hosts.ts';
import { asApiError } from '../../../data/refusal.ts';
import { request } from '../../../data/request.ts';
import { useEditState } from '../../../data/use-edit-state.ts';
import { useTranslations } from '../../../data/words.ts';
import { StaleRecord, useLeaveConfirm } from '../../../ui/form-parts.tsx';
import { showApiError } from '../../../ui/show-refusal.ts';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { AuthorityFields } from './authority-fields.tsx';
import type { Dealer } from './dealer-life.ts';

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
      request('PUT', authoriseDealer.path.replace(':id', String(id)), {
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
  const [confirmLeave, leaveModal] = useLeaveConfirm();
  const closeDrawer = () => (dirty ? confirmLeave(onClose) : onClose());
  return (
    <Drawer
      open
      size={560}
      title={t('manage.channelBusiness.authoriseTitle', { name: dealer?.channelBusinessName ?? '' })}
      onClose={closeDrawer}
      className="form-drawer"
      footer={
        <div className="form-footer">
          <Button onClick={closeDrawer}>{t('kit.cancel')}</Button>
          <Button type="primary" loading={save.isPending} disabled={!dealer} onClick={() => form.submit()}>
            {t('kit.save')}
          </Button>
        </div>
      }
    >
      {leaveModal}
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
          <AuthorityFields of={id} parentId={dealer.parentId} />
        </Form>
      )}
    </Drawer>
  );
}
