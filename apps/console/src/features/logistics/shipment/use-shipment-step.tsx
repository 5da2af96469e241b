import {
  batches,
  cancelShipment,
  codes,
  receiveShipment,
  type Shipment,
  type ShipmentContent,
  type ShipmentState,
  type ShipmentStep,
  sendShipment,
  shipmentLifeCycle,
  shipments,
} from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getQueryOptions } from '../../../data/api.ts';
import { shellServices } from '../../../data/hosts.ts';
import { useRights } from '../../../data/permission.tsx';
import { request } from '../../../data/request.ts';
import { useTranslations } from '../../../data/words.ts';
import { confirm } from '../../../ui/confirm.ts';
import { groupDigits } from '../../../ui/numbers.ts';
import './shipment.css';

const actions = { ship: sendShipment, receive: receiveShipment, cancel: cancelShipment } as const satisfies Record<ShipmentStep, unknown>;
const steps = ['ship', 'receive', 'cancel'] as const satisfies readonly ShipmentStep[];

/** Runs a shipment's steps: confirms, requests, notifies, and invalidates what changed. */
export function useShipmentStep() {
  const t = useTranslations();
  const client = useQueryClient();
  const { hasPermi } = useRights();
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
  const moves = ({ state }: Pick<Shipment, 'state'>): ShipmentStep[] =>
    steps.filter(
      (step) => (shipmentLifeCycle[step].from as readonly ShipmentState[]).includes(state) && hasPermi(actions[step].permission),
    );

  const take = async (step: ShipmentStep, { dispatchId, dispatchNo, codeCount, toName }: Shipment) => {
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
  return { moves, take, asking: confirmingIds, busy: confirmingIds.length > 0 || run.isPending };
}
