import type { MAX_OPEN_WORK, OpenWorkItem, OpenWorkKind } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from '../../data/i18n.ts';
import { usePermissions } from '../../data/permission.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { groupDigits } from '../../ui/number-format.ts';
import { RowLink } from '../../ui/row-link.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { formatTime, TimeText } from '../../ui/time-format.tsx';
import { openWorkLists, openWorkQuery } from '../open-work.ts';
import { HomeCard } from './home-card.tsx';

/** Duplicated here so that home does not load a schema. */
const MAX_COUNT: typeof MAX_OPEN_WORK = 100;
/** As many as leave the figures in view at 1440 × 900. */
const MAX_ROWS = 4;

interface Kind {
  icon: IconName;
  /** Path of the pages of its records. */
  path: string;
  /** Tab of the page. */
  tab?: string;
}

const kinds: Record<OpenWorkKind, Kind> = {
  batchApproval: { icon: 'box', path: '/manage/batch' },
  batchIssue: { icon: 'qr', path: '/manage/batch' },
  batchReturned: { icon: 'box', path: '/manage/batch' },
  supplementApproval: { icon: 'qr', path: '/manage/batch', tab: 'supplements' },
  supplierApproval: { icon: 'factory', path: '/manage/supplier' },
  supplierReturned: { icon: 'factory', path: '/manage/supplier' },
  dealerApproval: { icon: 'channel', path: '/manage/channelBusiness' },
  dealerReturned: { icon: 'channel', path: '/manage/channelBusiness' },
  traceVerification: { icon: 'route', path: '/manage/traceability/record' },
  traceReturned: { icon: 'route', path: '/manage/traceability/record' },
  scanCase: { icon: 'case', path: '/manage/codeCase' },
  ownCase: { icon: 'case', path: '/manage/codeCase' },
  printRelease: { icon: 'printer', path: '/manage/handover' },
  printReady: { icon: 'printer', path: '/manage/handover' },
  shipmentReceipt: { icon: 'truck', path: '/manage/dispatch' },
  supplierPaper: { icon: 'fileCheck', path: '/manage/supplier' },
  dealerContract: { icon: 'fileText', path: '/manage/channelBusiness' },
};

interface KindCount {
  kind: OpenWorkKind;
  count: number;
  /** The server counted no further. */
  isCapped: boolean;
}

const countText = (count: number, isCapped: boolean) => (isCapped ? `${groupDigits(count - 1)}+` : groupDigits(count));

/** What waits for the user, over all kinds of work. */
export function OpenWorkCard() {
  const t = useTranslations();
  const { data, error, refetch } = useQuery(openWorkQuery);
  const [isOpen, setOpen] = useState(false);
  // a newer server may have other kinds
  const items = (data?.items ?? []).filter(({ kind }) => kind in kinds);
  const counts = (Object.entries(data?.counts ?? {}) as [OpenWorkKind, number][])
    .filter(([kind, count]) => count > 0 && kind in kinds)
    .map(([kind, count]): KindCount => ({ kind, count, isCapped: count >= MAX_COUNT }));
  const isCapped = counts.some((one) => one.isCapped);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  // the answer has the first items of each kind
  const rest = counts
    .map((one) => ({ ...one, count: one.count - items.filter(({ kind }) => kind === one.kind).length }))
    .filter(({ count }) => count > 0);
  const restTotal = total - items.length;
  return (
    <HomeCard title={total > 0 ? t('shell.work.count', { count: countText(total, isCapped) }) : t('shell.work')}>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : !data && <LoadingState rows={MAX_ROWS} />}
      {data && items.length === 0 && <p className="m-0 text-muted">{t('shell.work.none')}</p>}
      {counts.length > 1 && (
        <div className="mb-2">
          <KindLinks label={t('shell.work.kinds')} counts={counts} />
        </div>
      )}
      {items.length > 0 && (
        <ul aria-label={t('shell.work')} className="m-0 list-none p-0">
          {(isOpen ? items : items.slice(0, MAX_ROWS)).map((item) => (
            <WorkRow key={`${item.kind}-${item.id}-${item.name}`} item={item} />
          ))}
        </ul>
      )}
      <div className="mt-2 flex flex-wrap items-baseline gap-x-4 text-xs/5 text-muted empty:hidden">
        {items.length > MAX_ROWS && (
          <button
            type="button"
            className="text-link cursor-pointer border-0 bg-transparent p-0 text-sm/5.5"
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t('shell.work.less') : t('shell.work.more', { count: items.length - MAX_ROWS })}
          </button>
        )}
        {restTotal > 0 && (
          <>
            {t('shell.work.rest', { count: countText(restTotal, isCapped) })}
            <KindLinks label={t('shell.work.rest', { count: countText(restTotal, isCapped) })} counts={rest} />
          </>
        )}
      </div>
    </HomeCard>
  );
}

/** Kinds with their counts, linked to their lists. */
const KindLinks = ({ label, counts }: { label: string; counts: readonly KindCount[] }) => {
  const t = useTranslations();
  return (
    <ul aria-label={label} className="m-0 flex list-none flex-wrap gap-x-4 gap-y-1 p-0">
      {counts.map(({ kind, count, isCapped }) => (
        <li key={kind}>
          <Link to={openWorkLists[kind]} className="text-xs/5 text-muted tabular-nums hover:text-(--link)">
            {t(`shell.work.${kind}`, { count })} {countText(count, isCapped)}
          </Link>
        </li>
      ))}
    </ul>
  );
};

const workRow =
  'grid grid-cols-[20px_92px_minmax(0,1fr)_auto_64px] items-center gap-x-3 py-1.5 not-first:border-t not-first:border-line ' +
  'md:en:grid-cols-[20px_136px_minmax(0,1fr)_auto_76px] max-md:grid-cols-[20px_minmax(0,1fr)_auto]';
const workAction =
  'rounded border border-line px-2 text-center leading-6.5 text-ink transition-[border-color] hover:border-primary-line hover:text-(--link)';

function WorkRow({ item: { kind, id, name, detail, since, dueDay } }: { item: OpenWorkItem }) {
  const t = useTranslations();
  const { icon, path, tab } = kinds[kind];
  const to = `${path}/${id}${tab ? `?tab=${tab}` : ''}`;
  const { hasPermi } = usePermissions();
  // without the right to take a case, its next step is the decision
  const action = t(`shell.work.do.${kind === 'scanCase' && !hasPermi('manage:codeCase:assign') ? 'ownCase' : kind}`);
  return (
    <li className={workRow}>
      <Icon name={icon} className="text-muted" />
      <span className="truncate text-muted max-md:[grid-area:2/2]">{t(`shell.work.${kind}`, { count: 1 })}</span>
      <span className="wrap-anywhere max-md:line-clamp-2 md:truncate max-md:[grid-area:1/2]">
        <RowLink to={to} strong>
          {path === '/manage/codeCase' ? `${String(id).padStart(4, '0')} ${name}` : name}
        </RowLink>
        {detail && <span className="text-muted"> {detail}</span>}
      </span>
      <span className="text-right whitespace-nowrap text-muted max-md:[grid-area:2/3]">
        {dueDay ? <DueDay day={dueDay} /> : <TimeText value={since} />}
      </span>
      <Link to={to} className={`${workAction} max-md:justify-self-end max-md:[grid-area:1/3]`} aria-label={`${action}: ${name}`}>
        {action}
      </Link>
    </li>
  );
}

function DueDay({ day }: { day: string }) {
  const t = useTranslations();
  const isOver = day < (formatTime(Date.now(), 'YYYY-MM-DD') ?? '');
  return <span className={`tabular-nums ${isOver ? 'text-danger' : ''}`}>{t(isOver ? 'shell.work.over' : 'shell.work.due', { day })}</span>;
}
