import {
  batches,
  codes,
  type Shipment,
  type ShipmentDealer,
  type ShipmentKind,
  shipmentContent,
  shipmentLifeCycle,
  shipments,
  type Translate,
} from '@suyuan/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Form, type RadioChangeEvent } from 'antd';
import { useState } from 'react';
import { endpointQueryOptions } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { shellServices } from '../../../data/shell-services.ts';
import { capitalizeHint } from '../../../ui/field.tsx';
import { FormFields } from '../../../ui/field-kinds.tsx';
import { useLifeCycle } from '../../../ui/life-cycle.ts';
import { groupDigits } from '../../../ui/number-format.ts';
import { AutocompleteSelect } from '../../../ui/record-select.tsx';

/** Possible dealers, also for users who may not list dealers. */
export const shipmentDealersPath = `${shipments.path}/dealers`;
export const dealerOption = ({ channelBusinessId, channelBusinessName, channelBusinessCode }: ShipmentDealer) => ({
  ...{ value: channelBusinessId, label: channelBusinessName, note: channelBusinessCode, isNoteCode: true },
});

/** A suspended dealer neither receives nor sends goods; it only returns them. */
const activeDealerOption = (t: Translate) => (dealer: ShipmentDealer) =>
  dealer.state === 'active'
    ? dealerOption(dealer)
    : {
        ...dealerOption(dealer),
        disabled: true,
        note: `${dealer.channelBusinessCode} · ${t(`manage.channelBusiness.state.${dealer.state}`)}`,
      };

/** Fields of a shipment; its kind decides which ends it has. */
export function ShipmentFields() {
  const t = useTranslations();
  const form = Form.useFormInstance();
  const kind: ShipmentKind = Form.useWatch('kind', form) ?? 'out';
  const fromId: number | null | undefined = Form.useWatch('fromId', form);
  const currentOption = (end: 'from' | 'to') => {
    const [value, label] = [form.getFieldValue(`${end}Id`), form.getFieldValue(`${end}Name`)];
    return value && label ? { value, label } : undefined;
  };
  return (
    <FormFields
      of={shipments}
      fieldProps={{
        kind: {
          extra: capitalizeHint(t(`manage.dispatch.kind.${kind}.hint`)),
          radio: true,
          inputProps: {
            optionType: 'button',
            onChange: ({ target }: RadioChangeEvent) =>
              form.setFieldsValue({ ...(target.value === 'out' && { fromId: null }), toId: null }),
          },
        },
        fromId: {
          hidden: kind === 'out',
          control: (
            <AutocompleteSelect<ShipmentDealer>
              path={shipmentDealersPath}
              toOption={kind === 'return' ? dealerOption : activeDealerOption(t)}
              selectedOption={currentOption('from')}
              allowClear
            />
          ),
        },
        toId: {
          required: kind !== 'return',
          control: (
            <AutocompleteSelect<ShipmentDealer>
              path={shipmentDealersPath}
              toOption={activeDealerOption(t)}
              selectedOption={currentOption('to')}
              params={kind === 'transfer' && fromId ? { below: String(fromId) } : {}}
              allowClear
              {...(kind === 'return' && { placeholder: t('manage.dispatch.ownStore') })}
            />
          ),
        },
      }}
    />
  );
}

/** Steps of a shipment. Warnings are displayed before it leaves. */
export function useShipmentLifeCycle() {
  const t = useTranslations();
  const client = useQueryClient();
  const [confirmingIds, setConfirmingIds] = useState<readonly number[]>([]);
  /** Content of a shipment before it leaves. Undefined if the request fails: the server validates anyway. */
  const fetchContent = async (dispatchId: number) => {
    setConfirmingIds((others) => [...others, dispatchId]);
    return client
      .fetchQuery({ ...endpointQueryOptions(shipmentContent, { id: dispatchId }), staleTime: 0, meta: { ownErrors: true } })
      .catch(() => undefined)
      .finally(() => setConfirmingIds((all) => all.filter((id) => id !== dispatchId)));
  };
  const params = ({ dispatchNo, codeCount, toName }: Shipment) => ({
    name: dispatchNo,
    count: groupDigits(codeCount),
    to: toName || t('manage.dispatch.ownStore'),
  });
  const lifeCycle = useLifeCycle(shipmentLifeCycle, {
    params,
    async dialog(step, shipment) {
      if (step === 'cancel') return { dismissText: t('manage.dispatch.keep') };
      if (step === 'receive') return { reasonLabel: t('common.field.remark') };
      const content = await fetchContent(shipment.dispatchId);
      if (content?.unitCount == null) return {};
      const { lines, concerns, unitCount } = content;
      // the list offers the step without knowing the content
      const blockers = concerns.flatMap(({ stops, message }) => (stops ? [message] : []));
      if (lines.length === 0) blockers.push(t('manage.dispatch.contentEmpty'));
      const blocked = blockers.length > 0;
      // several lines may have the same message, e.g. of goods that the dealer may not sell
      const messages = new Set(blocked ? blockers : concerns.map(({ message }) => message));
      const summary = blocked ? t('manage.dispatch.stops') : t('manage.dispatch.ask.ship.units', { ...params(shipment), count: unitCount });
      return {
        blocked,
        content: (
          <>
            {summary}
            {messages.size > 0 && (
              <ul className="mt-2 mb-0 pl-4">
                {[...messages].map((message) => (
                  <li key={message}>{message}</li>
                ))}
              </ul>
            )}
          </>
        ),
      };
    },
    // on a slow connection users press again
    intercept: (_, { dispatchId }) => confirmingIds.includes(dispatchId),
    onDone(_, shipment, result) {
      if (!(result as { taskId?: number } | undefined)?.taskId) return undefined;
      shellServices.refreshTasks();
      return t('manage.dispatch.shipBegun', params(shipment));
    },
    affectedPaths: [batches.path, codes.path],
  });
  return { ...lifeCycle, confirmingIds, busy: confirmingIds.length > 0 || lifeCycle.busy };
}
