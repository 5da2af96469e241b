import {
  batches,
  cancelShipment,
  codes,
  receiveShipment,
  type Shipment,
  type ShipmentContent,
  type ShipmentDealer,
  type ShipmentKind,
  type ShipmentState,
  type ShipmentStep,
  sendShipment,
  shipmentKinds,
  shipmentLifeCycle,
  shipments,
} from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { usePermissions } from '../../../data/permission.tsx';
import { request } from '../../../data/request.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { confirm } from '../../../ui/confirm.ts';
import { groupDigits } from '../../../ui/number-format.ts';
import './shipment.css';
import { Form, Input, Radio } from 'antd';
import { capitalizeHint, Field } from '../../../ui/field.tsx';
import { AutocompleteSelect } from '../../../ui/record-select.tsx';
import { RegionSelect } from '../../../ui/region-select.tsx';

const dealers = `${shipments.path}/dealers`;
const optionOf = ({ channelBusinessId, channelBusinessName, channelBusinessCode }: ShipmentDealer) => ({
  ...{ value: channelBusinessId, label: channelBusinessName, note: channelBusinessCode },
});

/** Fields of a shipment; its kind decides which ends it has. */
export function ShipmentFields() {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const kind: ShipmentKind = Form.useWatch('kind', form) ?? 'out';
  const fromId: number | null | undefined = Form.useWatch('fromId', form);
  const kinds = shipmentKinds.map((value) => ({ value, label: t(`manage.dispatch.kind.${value}`) }));
  const currentOption = (end: 'from' | 'to') => {
    const [value, label] = [form.getFieldValue(`${end}Id`), form.getFieldValue(`${end}Name`)];
    return value && label ? { value, label } : undefined;
  };
  return (
    <>
      <Field of={shipments} name="kind" extra={capitalizeHint(t(`manage.dispatch.kind.${kind}.hint`))}>
        <Radio.Group
          optionType="button"
          options={kinds}
          onChange={({ target }) => form.setFieldsValue({ ...(target.value === 'out' && { fromId: null }), toId: null })}
        />
      </Field>
      <Field of={shipments} name="fromId" hidden={kind === 'out'}>
        <AutocompleteSelect<ShipmentDealer> path={dealers} toOption={optionOf} selectedOption={currentOption('from')} allowClear />
      </Field>
      <Field of={shipments} name="toId" required={kind !== 'return'}>
        <AutocompleteSelect<ShipmentDealer>
          path={dealers}
          toOption={optionOf}
          selectedOption={currentOption('to')}
          params={kind === 'transfer' && fromId ? { below: String(fromId) } : {}}
          allowClear
          {...(kind === 'return' && { placeholder: t('manage.dispatch.ownStore') })}
        />
      </Field>
      <Field of={shipments} name="regionCode">
        <RegionSelect />
      </Field>
      <Field of={shipments} name="dispatchNo">
        <Input className="mono-text" maxLength={32} />
      </Field>
      <Field of={shipments} name="carrier">
        <Input maxLength={50} />
      </Field>
      <Field of={shipments} name="trackingNo">
        <Input className="mono-text" maxLength={50} />
      </Field>
      <Field of={shipments} name="remark">
        <Input.TextArea rows={3} maxLength={500} />
      </Field>
    </>
  );
}

const actions = { ship: sendShipment, receive: receiveShipment, cancel: cancelShipment } as const satisfies Record<ShipmentStep, unknown>;
const steps = ['ship', 'receive', 'cancel'] as const satisfies readonly ShipmentStep[];

/** Runs a shipment's steps: confirms, requests, notifies, and invalidates what changed. */
export function useShipmentStep() {
  const t = useTranslations();
  const client = useQueryClient();
  const { hasPermi } = usePermissions();
  const run = useMutation({
    mutationFn: ({ id, step, body }: { id: number; step: ShipmentStep; body: object }) =>
      request<{ taskId?: number } | undefined>('PUT', actions[step].path.replace(':id', String(id)), body),
    onSettled: () => Promise.all([shipments.path, batches.path, codes.path].map((path) => client.invalidateQueries({ queryKey: [path] }))),
  });

  const [confirmingIds, setConfirmingIds] = useState<readonly number[]>([]);
  /** Content of a shipment before it leaves. Undefined if the request fails: the server validates anyway. */
  const fetchContent = async (dispatchId: number) => {
    setConfirmingIds((others) => [...others, dispatchId]);
    const content = getQueryOptions<ShipmentContent>(shipments, `/${dispatchId}/content`);
    return client
      .fetchQuery({ ...content, meta: { ownErrors: true } })
      .catch(() => undefined)
      .finally(() => setConfirmingIds((all) => all.filter((id) => id !== dispatchId)));
  };

  /** Steps that state and permissions allow. */
  const availableSteps = ({ state }: Pick<Shipment, 'state'>): ShipmentStep[] =>
    steps.filter(
      (step) => (shipmentLifeCycle[step].from as readonly ShipmentState[]).includes(state) && hasPermi(actions[step].permission),
    );

  const runStep = async (step: ShipmentStep, { dispatchId, dispatchNo, codeCount, toName }: Shipment) => {
    if (confirmingIds.includes(dispatchId)) return; // on a slow connection users press again
    const messageParams = { dispatchNo, count: groupDigits(codeCount), to: toName || t('manage.dispatch.ownStore') };
    // warnings are displayed before shipping, also from the list; the server reports blocking errors
    const content = step === 'ship' ? await fetchContent(dispatchId) : undefined;
    const warnings = (content?.concerns ?? []).flatMap(({ stops, message }) => (stops ? [] : [message]));
    const confirmation = await confirm({
      title: t(`manage.dispatch.ask.${step}`, messageParams),
      content: (
        <>
          {t(`manage.dispatch.ask.${step}.hint`, messageParams)}
          {warnings.length > 0 && (
            <ul className="dispatch-concerns">
              {warnings.map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          )}
        </>
      ),
      okText: t(`manage.dispatch.do.${step}`),
      ...(step === 'cancel' && { danger: true, dismissText: t('manage.dispatch.keep') }),
      ...(step !== 'ship' && { reason: 'optional' as const }),
      ...(step === 'receive' && { reasonLabel: t('common.field.remark') }),
    });
    if (!confirmation) return;
    const body = confirmation.reason ? { reason: confirmation.reason } : {};
    await run.mutateAsync({ id: dispatchId, step, body }).then(
      (response) => {
        if (response?.taskId) shellServices.refreshTasks();
        const message = response?.taskId
          ? t('manage.dispatch.shipBegun', messageParams)
          : t('manage.dispatch.stepDone', { ...messageParams, step: t(`manage.dispatch.step.${step}`) });
        shellServices.notify('success', message);
      },
      () => undefined, // the error is already displayed
    );
  };
  return { moves: availableSteps, take: runStep, confirmingIds, busy: confirmingIds.length > 0 || run.isPending };
}
