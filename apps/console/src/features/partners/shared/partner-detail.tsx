import type { dealerEvents, Partner, ResourceSpec, supplierEvents } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Tabs } from 'antd';
import type { ComponentProps, ReactNode } from 'react';
import { endpointQueryOptions, useListQuery } from '../../../data/api.ts';
import { useTranslations } from '../../../data/i18n.ts';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { DetailBody, History, KeyFacts, LifeCycleTimeline } from '../../../ui/detail.tsx';
import { MoreMenu } from '../../../ui/more-menu.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RecordFacts } from '../../../ui/record-view.tsx';
import { QueryState } from '../../../ui/states.tsx';
import { toneOfStatus } from '../../../ui/status-tones.tsx';
import { stepNote } from '../../../ui/user-name.tsx';
import { PartnerBadge } from './partner-page.tsx';

/** Common life cycle of suppliers and dealers: draft, review by a second person, active, suspended or terminated. */
interface PartnerRecord {
  state: string;
  createBy: string;
  createTime: string;
  submitBy: string | null;
  submitTime: string | null;
  reviewBy: string | null;
  reviewTime: string | null;
}

const ENDING_ACTIONS = ['suspend', 'lapse', 'terminate'];

interface PartnerProps {
  partner: Partner;
  id: number;
}

const eventsQueryOptions = ({ partner, id }: PartnerProps) => ({
  // The cast: the type of the endpoint depends on the resource.
  ...endpointQueryOptions(partner.events as typeof supplierEvents | typeof dealerEvents, { id }),
  meta: { ownErrors: true },
});

function PartnerLifeCycle({ partner, id, record }: PartnerProps & { record: PartnerRecord }) {
  const { of, activeState } = partner;
  const t = useTranslations();
  const { state, createBy, createTime, submitBy, submitTime, reviewBy, reviewTime } = record;
  const steps: [key: string, note: ReactNode][] = [
    ['draft', stepNote(createBy, createTime)],
    ['pending', submitBy && stepNote(submitBy, submitTime)],
    [activeState, reviewBy && stepNote(reviewBy, reviewTime)],
  ];
  const isEnded = state === 'suspended' || state === 'terminated';
  const { data: events } = useQuery({ ...eventsQueryOptions({ partner, id }), enabled: isEnded });
  const endingEvent = events?.find(({ action }) => ENDING_ACTIONS.includes(action));
  return (
    <LifeCycleTimeline
      label={t(of.word('life'))}
      steps={steps.map(([key, stepNote]) => ({ key, title: t(of.word(`state.${key}`)), note: stepNote }))}
      current={isEnded ? activeState : state}
      {...(isEnded && {
        exceptionState: t(of.word(`state.${state}`)),
        exceptionTone: toneOfStatus(state),
        exceptionNote: endingEvent && stepNote(endingEvent.userName, endingEvent.eventTime),
      })}
    />
  );
}

/** Newest first. */
function PartnerHistory({ partner, id }: PartnerProps) {
  const { of } = partner;
  const t = useTranslations();
  const events = useQuery(eventsQueryOptions({ partner, id }));
  if (!events.data) return <QueryState query={events} rows={4} />;
  return (
    <History
      events={events.data.map(({ eventId, action, reason, userName, eventTime }) => ({
        key: eventId,
        actor: userName || t('kit.system'),
        action: t(of.word(`step.${action}`)),
        time: eventTime,
        // the label of an automatic lapse already includes the reason
        reason: action === 'lapse' ? null : reason,
      }))}
    />
  );
}

/** Facts of a partner by fields. The region's name is a separate field. */
export const PartnerFacts = <S extends ResourceSpec>({ names, ...rest }: ComponentProps<typeof RecordFacts<S>>) => (
  <RecordFacts {...rest} names={['grade', ...names].map((name) => (name === 'regionCode' ? 'regionName' : name))} />
);

interface PartnerDetailProps {
  partner: Partner;
  record: PartnerRecord & Record<string, unknown>;
  busy: boolean;
  next: { label: ReactNode; onClick: () => void } | undefined;
  menuItems: { key: string; label: ReactNode; danger: boolean; onClick: () => void }[];
  /** Explains the state. */
  cause: ReactNode;
  facts: ComponentProps<typeof KeyFacts>['facts'];
  tabs: { key: string; label: string; children: ReactNode }[];
  /** Figures. */
  children?: ReactNode;
}

export function PartnerDetail({ partner, record, busy, next, menuItems, cause, facts, tabs, children }: PartnerDetailProps) {
  const t = useTranslations();
  const [query, updateQuery] = useListQuery();
  const { of } = partner;
  const [id, name] = [Number(record[of.key]), String(record[partner.name])];
  return (
    <>
      <PageHeader
        title={name}
        titleExtra={
          <>
            <CopyableText>{String(record[partner.code])}</CopyableText>
            <PartnerBadge partner={partner} state={record.state} />
          </>
        }
        cause={cause}
        actions={
          <>
            {next && (
              <Button type="primary" loading={busy} onClick={next.onClick}>
                {next.label}
              </Button>
            )}
            <MoreMenu name={name} items={menuItems} />
          </>
        }
      />
      <KeyFacts facts={facts}>
        <PartnerLifeCycle partner={partner} id={id} record={record} />
        {children}
      </KeyFacts>
      <DetailBody aside={<PartnerHistory partner={partner} id={id} />} asideTitle={t(of.word('history'))}>
        <section className="card min-w-0 px-6 pt-1 pb-6 max-md:px-4 max-md:pb-4">
          <Tabs
            activeKey={tabs.find(({ key }) => key === query.tab)?.key ?? tabs[0]?.key ?? ''}
            items={tabs}
            destroyOnHidden
            onChange={(key) => updateQuery({ tab: key })}
          />
        </section>
      </DetailBody>
    </>
  );
}
