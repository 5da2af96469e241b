import { type BatchEvent, type BatchState, batches, batchLifeCycle, codes, recallImpacts, shipments } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Tabs } from 'antd';
import { useNavigate } from 'react-router';
import { getQueryOptions, type ListQuery } from '../../../data/api.ts';
import { currentLanguage, translateValue, useTranslations } from '../../../data/i18n.ts';
import { Can, usePermission } from '../../../data/permission.tsx';
import { History, type HistoryEvent, type LifecycleStep, LifecycleTimeline } from '../../../ui/detail.tsx';
import { groupDigits, shortNumber } from '../../../ui/number-format.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { toneOfStatus } from '../../../ui/status-tones.tsx';
import { TimeText } from '../../../ui/time-format.tsx';
import { ShipmentTable } from '../../logistics/shared/shipment-table.tsx';
import { spanText } from './bar-geometry.ts';
import { BatchCodes } from './batch-codes.tsx';
import { BatchExports } from './batch-exports.tsx';
import { BatchImports } from './batch-imports.tsx';
import { type Batch, isMoveAllowed } from './batch-steps.ts';
import { BatchSupplements } from './batch-supplements.tsx';

const batchEventsQueryOptions = (batchId: number) => getQueryOptions<BatchEvent[]>(batches, `/${batchId}/events`);

/** Newest first. */
export function BatchEvents({ batchId }: { batchId: number }) {
  const t = useTranslations();
  const events = useQuery({ ...batchEventsQueryOptions(batchId), meta: { ownErrors: true } });
  if (events.error && !events.data) return <ErrorState error={events.error} onRetry={() => void events.refetch()} />;
  if (!events.data) return <LoadingState rows={6} />;
  const entries = events.data.map(
    ({ eventId, action, userName, eventTime, reason, level, codes: count, ordinalFrom, ordinalTo }): HistoryEvent => {
      const range = ordinalFrom !== null && ordinalTo !== null && spanText({ from: ordinalFrom, to: ordinalTo });
      return {
        key: eventId,
        actor: userName || t('manage.batch.nobody'),
        action: (
          <>
            {translateValue(t, `manage.batch.step.${action}`, action)}
            {level !== null && level > 0 && <span className="event-range"> {t(codes.word(`level.${level}`))}</span>}
            {range && <span className="event-range numeral"> {range}</span>}
            {count !== null && count < (ordinalTo ?? 0) - (ordinalFrom ?? 1) + 1 && (
              <span className="event-range numeral"> {t('manage.batch.codes', { count: groupDigits(count) })}</span>
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

/** Shipments of a batch. A new shipment is prefilled with the intended dealer. */
function BatchShipments({ batch: { batchId, state } }: { batch: Batch }) {
  const t = useTranslations();
  const navigate = useNavigate();
  return (
    <>
      {(state === 'active' || state === 'closed') && (
        <Can do={[shipments.permission('add')]}>
          <p className="batch-tab-act">
            <Button onClick={() => void navigate(`${shipments.path}?batchId=${batchId}`, { state: { add: true } })}>
              {t('manage.dispatch.begin')}
            </Button>
          </p>
        </Can>
      )}
      <ShipmentTable owner={{ batchId }} emptyKey="manage.dispatch.noneOfBatch" />
    </>
  );
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
}

export function BatchTabs({ batch, query, updateQuery, canListCodes, exportCount, withEvents, onExport }: BatchTabsProps) {
  const t = useTranslations();
  const { batchId, issuedCount } = batch;
  const canReadBatches = usePermission(batches.permission('read'));
  const canListShipments = usePermission(shipments.permission('list'));
  const withCount = (word: string, count: number | undefined) => (count ? `${word} ${shortNumber(count, currentLanguage())}` : word);
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
            children: <BatchExports batch={batch} onExport={onExport} canExport={isMoveAllowed(batch, 'exportCodes')} />,
          },
        ]
      : []),
    ...(issuedCount > 0 && canListShipments
      ? [
          {
            key: 'dispatches',
            label: t('manage.dispatch.tab'),
            children: <BatchShipments batch={batch} />,
          },
        ]
      : []),
    ...(issuedCount > 0 && canReadBatches
      ? [{ key: 'supplements', label: t('manage.batch.supplement'), children: <BatchSupplements batch={batch} /> }]
      : []),
    ...(withEvents ? [{ key: 'events', label: t('manage.batch.history'), children: <BatchEvents batchId={batchId} /> }] : []),
  ];
  return (
    <section className="card batch-card batch-detail-tabs">
      <Tabs
        activeKey={items.some(({ key }) => key === query.tab) ? (query.tab as string) : (items[0]?.key ?? '')}
        items={items}
        destroyOnHidden
        tabBarExtraContent={
          issuedCount > 0 && (
            <Can do={[recallImpacts.permission('list')]}>
              <RowLink to={`${recallImpacts.path}?batchId=${batchId}`}>{t('manage.recallImpact.title')}</RowLink>
            </Can>
          )
        }
        onChange={(key) => updateQuery({ tab: key, status: undefined, ordinalFrom: undefined })}
      />
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

const stepsLeadingTo = (state: BatchState) => Object.entries(batchLifeCycle).flatMap(([step, { to }]) => (to === state ? [step] : []));

/** Life cycle of a batch as a line of steps with user and time. A state outside the line ends it. */
export function BatchLifecycle({ batch }: { batch: Batch }) {
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
  const note = (userName: string | null, time: string | null) =>
    time && (
      <>
        {userName && <span className="life-who">{userName} </span>}
        <TimeText value={time} />
      </>
    );
  const notes: Partial<Record<(typeof MAIN_STATES)[number], LifecycleStep['note']>> = {
    draft: note(createBy, createTime),
    pending: submitBy && note(submitBy, submitTime),
    approved: approveBy && note(approveBy, approveTime),
    issued: note(issueEvent?.userName ?? null, issueTime),
    ...(activationEvent && { active: note(activationEvent.userName, activationEvent.eventTime) }),
    ...(closeEvent && state === 'closed' && { closed: note(closeEvent.userName, closeEvent.eventTime) }),
  };
  const stateLabel = (name: BatchState) => t(batches.word(`state.${name}`));
  const lastState = lastReachedState(batch);
  const leavingEvent = events?.find(({ action, ordinalFrom }) => ordinalFrom === null && stepsLeadingTo(state).includes(action));
  const visibleStates = hasLeftMainLine ? MAIN_STATES.slice(0, MAIN_STATES.indexOf(lastState) + 1) : MAIN_STATES;
  const steps: LifecycleStep[] = visibleStates.map((key) => ({
    key,
    title: key === 'issued' && state === 'issuing' ? stateLabel('issuing') : stateLabel(key),
    note: notes[key],
  }));
  return (
    <LifecycleTimeline
      label={t('manage.batch.life')}
      steps={steps}
      current={state === 'issuing' ? 'issued' : lastState}
      {...(hasLeftMainLine && {
        exceptionState: stateLabel(state),
        exceptionTone: toneOfStatus(state),
        exceptionNote: leavingEvent && note(leavingEvent.userName, leavingEvent.eventTime),
      })}
    />
  );
}
