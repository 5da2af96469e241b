import { type BatchState, batchEvents, batches, batchLifeCycle, codes, recallImpacts, shipments, stepNames } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Tabs } from 'antd';
import { endpointQueryOptions, type ListQuery } from '../../../data/api.ts';
import { currentLanguage, translateValue, useTranslations } from '../../../data/i18n.ts';
import { Can, usePermission } from '../../../data/permission.tsx';
import { History, type HistoryEvent, type LifeCycleStep, LifeCycleTimeline } from '../../../ui/detail.tsx';
import { cardNumber, groupDigits, ordinalRange } from '../../../ui/number-format.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { QueryState } from '../../../ui/states.tsx';
import { toneOfStatus } from '../../../ui/status-tones.tsx';
import { stepNote } from '../../../ui/user-name.tsx';
import { ShipmentTable } from '../../logistics/shared/shipment-table.tsx';
import { BatchCodes } from './batch-codes.tsx';
import { BatchExports } from './batch-exports.tsx';
import { BatchImports } from './batch-imports.tsx';
import { type Batch, isExportable } from './batch-steps.ts';
import { BatchSupplements } from './batch-supplements.tsx';

export const batchEventsQueryOptions = (batchId: number) => endpointQueryOptions(batchEvents, { id: batchId });

/** Newest first. */
export function BatchEvents({ batchId }: { batchId: number }) {
  const t = useTranslations();
  const events = useQuery({ ...batchEventsQueryOptions(batchId), meta: { ownErrors: true } });
  if (!events.data) return <QueryState query={events} rows={6} />;
  const entries = events.data.map(
    ({ eventId, action, userName, eventTime, reason, level, codes: count, ordinalFrom, ordinalTo }): HistoryEvent => {
      const range = ordinalFrom !== null && ordinalTo !== null && ordinalRange(ordinalFrom, ordinalTo);
      return {
        key: eventId,
        actor: userName || t('kit.system'),
        action: (
          <>
            {translateValue(t, `manage.batch.step.${action}`, action)}
            {level !== null && level > 0 && <span className="font-normal text-muted"> {t(codes.word(`level.${level}`))}</span>}
            {range && <span className="font-normal text-muted tabular-nums"> {range}</span>}
            {count !== null && count < (ordinalTo ?? 0) - (ordinalFrom ?? 1) + 1 && (
              <span className="font-normal text-muted tabular-nums"> {t('manage.batch.codes', { count: groupDigits(count) })}</span>
            )}
          </>
        ),
        time: eventTime,
        reason,
      };
    },
  );
  return <History events={entries} />;
}

interface BatchTabsProps {
  batch: Batch;
  /** URL parameters: active tab and its filters. */
  query: ListQuery;
  updateQuery: (changes: Record<string, unknown>) => void;
  canListCodes: boolean;
  exportCount: number | undefined;
  /** Whether the history is a tab, because the window is too narrow for a side column. */
  withEvents: boolean;
  onExport: () => void;
  /** Undefined while the batch cannot be shipped. */
  ship: { label: string; onClick: () => void } | undefined;
}

export function BatchTabs({ batch, query, updateQuery, canListCodes, exportCount, withEvents, onExport, ship }: BatchTabsProps) {
  const t = useTranslations();
  const { batchId, issuedCount, state } = batch;
  const canReadBatches = usePermission(batches.permission('read'));
  const canListShipments = usePermission(shipments.permission('list'));
  const withCount = (word: string, count: number | undefined) => (count ? `${word} ${cardNumber(count, currentLanguage())}` : word);
  const items = [
    ...(canListCodes
      ? [
          {
            key: 'codes',
            label: withCount(t('manage.batch.codesTab'), issuedCount),
            children: <BatchCodes batchId={batchId} query={query} updateQuery={updateQuery} />,
          },
        ]
      : []),
    ...(batch.codeKind === 'stored' && canReadBatches
      ? [{ key: 'imports', label: t('manage.codeImport'), children: <BatchImports batch={batch} /> }]
      : []),
    ...(issuedCount > 0 && canReadBatches && batch.codeKind === 'derived'
      ? [
          {
            key: 'exports',
            label: withCount(t('manage.batch.files'), exportCount),
            children: <BatchExports batch={batch} onExport={onExport} canExport={isExportable(batch)} />,
          },
        ]
      : []),
    ...(issuedCount > 0 && canListShipments
      ? [
          {
            key: 'dispatches',
            label: t('manage.dispatch.tab'),
            children: (
              <ShipmentTable owner={{ batchId }} emptyKey="manage.dispatch.noneOfBatch">
                {ship && <Button onClick={ship.onClick}>{ship.label}</Button>}
              </ShipmentTable>
            ),
          },
        ]
      : []),
    ...(issuedCount > 0 && canReadBatches
      ? [{ key: 'supplements', label: t('manage.batch.supplement'), children: <BatchSupplements batch={batch} /> }]
      : []),
    ...(withEvents ? [{ key: 'events', label: t('manage.batch.history'), children: <BatchEvents batchId={batchId} /> }] : []),
  ];
  if (items.length === 0) return null;
  return (
    <section className="card relative mb-4 min-w-0 px-6 pb-4 max-md:p-4">
      <Tabs
        className="md:[&>.ant-tabs-nav]:pe-32"
        activeKey={items.some(({ key }) => key === query.tab) ? (query.tab as string) : (items[0]?.key ?? '')}
        items={items}
        destroyOnHidden
        onChange={(key) => updateQuery({ tab: key, status: undefined, ordinalFrom: undefined })}
      />
      {/* of a recalled batch, it is the primary action of the page */}
      {issuedCount > 0 && state !== 'recalled' && (
        <Can do={[recallImpacts.permission('list')]}>
          {/* on the line of the tabs, but not among them */}
          <div className="absolute top-3 right-6 max-md:static max-md:mt-3">
            <RowLink to={`${recallImpacts.path}?batchId=${batchId}`}>{t('manage.recallImpact.title')}</RowLink>
          </div>
        </Can>
      )}
    </section>
  );
}

const MAIN_STATES = ['draft', 'pending', 'approved', 'issued', 'active', 'closed'] as const satisfies readonly BatchState[];

/** The last step of the life cycle that a batch reached, even if it has left the line since. */
function lastReachedState({ state, submitTime, approveTime, issueTime, ownStatusCounts }: Batch): (typeof MAIN_STATES)[number] {
  const mainState = MAIN_STATES.find((step) => step === state);
  if (mainState) return mainState;
  if (state === 'issuing') return 'approved';
  const { issued = 0, printed = 0, frozen = 0, void: voided = 0, ...laterCounts } = ownStatusCounts;
  if (issueTime) return Object.values(laterCounts).some((count) => count > 0) ? 'active' : 'issued';
  return approveTime ? 'approved' : submitTime ? 'pending' : 'draft';
}

const stepsLeadingTo = (state: BatchState): string[] => stepNames(batchLifeCycle).filter((step) => batchLifeCycle.steps[step].to === state);

/** Life cycle of a batch as a line of steps with user and time. A state outside the line ends it. */
export function BatchLifeCycle({ batch }: { batch: Batch }) {
  const t = useTranslations();
  const { batchId, state, createBy, createTime, submitBy, submitTime, approveBy, approveTime, issueTime } = batch;
  const hasLeftMainLine = MAIN_STATES.every((step) => step !== state) && state !== 'issuing';
  const { data: events } = useQuery({
    ...batchEventsQueryOptions(batchId),
    enabled: hasLeftMainLine || issueTime !== null,
    meta: { ownErrors: true },
  });
  // the earliest: events are newest first, and foreign codes may be imported in several parts
  const issueEvent = events?.findLast(({ action }) => action === 'issued' || action === 'importCodes');
  // where the events go back to the issue, its earliest activation is the batch's first
  const activationEvent = issueEvent && events?.findLast(({ action }) => action === 'activate');
  const closeEvent = events?.find(({ action }) => action === 'close');
  const notes: Partial<Record<(typeof MAIN_STATES)[number], LifeCycleStep['note']>> = {
    draft: stepNote(createBy, createTime),
    pending: submitBy && stepNote(submitBy, submitTime),
    approved: approveBy && stepNote(approveBy, approveTime),
    issued: stepNote(issueEvent?.userName ?? null, issueTime),
    ...(activationEvent && { active: stepNote(activationEvent.userName, activationEvent.eventTime) }),
    ...(closeEvent && state === 'closed' && { closed: stepNote(closeEvent.userName, closeEvent.eventTime) }),
  };
  const stateLabel = (name: BatchState) => t(batches.word(`state.${name}`));
  const lastState = lastReachedState(batch);
  const leavingEvent = events?.find(({ action, ordinalFrom }) => ordinalFrom === null && stepsLeadingTo(state).includes(action));
  const visibleStates = hasLeftMainLine ? MAIN_STATES.slice(0, MAIN_STATES.indexOf(lastState) + 1) : MAIN_STATES;
  const steps: LifeCycleStep[] = visibleStates.map((key) => ({
    key,
    title: key === 'issued' && state === 'issuing' ? stateLabel('issuing') : stateLabel(key),
    note: notes[key],
  }));
  return (
    <LifeCycleTimeline
      label={t('manage.batch.life')}
      steps={steps}
      current={state === 'issuing' ? 'issued' : lastState}
      {...(hasLeftMainLine && {
        exceptionState: stateLabel(state),
        exceptionTone: toneOfStatus(state),
        exceptionNote: leavingEvent && stepNote(leavingEvent.userName, leavingEvent.eventTime),
      })}
    />
  );
}
