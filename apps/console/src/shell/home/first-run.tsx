import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from '../../data/i18n.ts';
import { usePermissions } from '../../data/permission.tsx';
import { request } from '../../data/request.ts';
import { Icon } from '../../ui/icon.tsx';
import { HomeCard } from './home-card.tsx';
import { BATCHES_PATH } from './home-queries.ts';
import type { BatchRow } from './recent-batches.tsx';

const listPermission = (path: string) => `${path.slice(1).replace('/', ':')}:list`;

/** Rows of a list that the user may see, else 0. */
function useRowCount(path: string, filter = ''): number {
  const { hasPermi } = usePermissions();
  const url = `${path}/list?pageNum=1&pageSize=1${filter}`;
  const { data } = useQuery({
    queryKey: [path, 'first', filter],
    queryFn: ({ signal }) => request<{ total: number }>('GET', url, undefined, { signal }),
    enabled: hasPermi(listPermission(path)),
    meta: { ownErrors: true },
  });
  return data?.total ?? 0;
}

const USERS_PATH = '/system/user';

/** Whether someone other than the administrator has a role, without which they could not approve what the administrator submits. */
function useHasSecondUser(): boolean {
  const { hasPermi } = usePermissions();
  const { data } = useQuery({
    queryKey: [USERS_PATH, 'second'],
    queryFn: ({ signal }) =>
      request<{ rows: { admin?: boolean; roles?: unknown[] }[] }>('GET', `${USERS_PATH}/list?pageNum=1&pageSize=20`, undefined, { signal }),
    enabled: hasPermi(listPermission(USERS_PATH)),
    meta: { ownErrors: true },
  });
  return data?.rows.some(({ admin, roles }) => !admin && roles !== undefined && roles.length > 0) ?? false;
}

interface Step {
  name: 'rule' | 'person' | 'supplier' | 'product' | 'batch' | 'approve' | 'issue';
  isDone: boolean;
  needs: string;
  /** Undefined while there is nothing to do it to. */
  to: string | undefined;
  /** Opens the form of the page. */
  add?: boolean;
}

/** The way to the first codes. Each step leads to its form or record. */
export default function FirstRun({ batches }: { batches: readonly BatchRow[] }) {
  const t = useTranslations();
  const { hasPermi } = usePermissions();
  const planned = batches.filter(({ state }) => state !== 'cancelled');
  const pending = planned.find(({ state }) => state === 'pending');
  const approved = planned.find(({ state }) => state === 'approved' || state === 'issuing');
  const hasSecondUser = useHasSecondUser();
  const pathOf = (batch: BatchRow | undefined) => batch && `${BATCHES_PATH}/${batch.batchId}`;
  const steps: Step[] = [
    { name: 'rule', isDone: useRowCount('/manage/codeRule') > 0, needs: 'manage:codeRule:add', to: '/manage/codeRule', add: true },
    ...(hasPermi(listPermission(USERS_PATH))
      ? [{ name: 'person' as const, isDone: hasSecondUser, needs: 'system:user:add', to: USERS_PATH, add: true }]
      : []),
    {
      name: 'supplier',
      isDone: useRowCount('/manage/supplier', '&state=approved') > 0,
      ...{ needs: 'manage:supplier:add', to: '/manage/supplier', add: true },
    },
    { name: 'product', isDone: useRowCount('/manage/category') > 0, needs: 'manage:category:add', to: '/manage/category', add: true },
    { name: 'batch', isDone: planned.length > 0, needs: 'manage:batch:add', to: BATCHES_PATH, add: true },
    { name: 'approve', isDone: approved !== undefined, needs: 'manage:batch:approve', to: pathOf(pending) },
    { name: 'issue', isDone: false, needs: 'manage:batch:issue', to: pathOf(approved) },
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <HomeCard title={t('shell.first')}>
      <p className="mt-0 mb-2 text-muted">{t('shell.first.purpose')}</p>
      <ol className="m-0 list-none p-0">
        {steps.map(({ name, isDone, needs, to, add }, at) => (
          <li
            key={name}
            className="flex items-center gap-3 py-2 not-first:border-t not-first:border-line"
            aria-current={at === next ? 'step' : undefined}
          >
            <StepMark place={at + 1} isDone={isDone} isNext={at === next} />
            <span className="min-w-0 flex-1">
              <span className={at === next ? 'font-medium' : isDone ? 'text-muted' : ''}>{t(`shell.first.${name}`)}</span>
              <span className="block text-xs/5 text-muted">{t(`shell.first.${name}.how`)}</span>
            </span>
            {!isDone && to && hasPermi(needs) && (
              <Link
                to={to}
                {...(add && { state: { add: true } })}
                className={`rounded border px-3 leading-7 ${
                  at === next ? 'border-primary-ink text-primary-ink' : 'border-line text-ink'
                } hover:border-primary-line hover:text-(--link)`}
              >
                {t(`shell.first.${name}.do`)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </HomeCard>
  );
}

function StepMark({ place, isDone, isNext }: { place: number; isDone: boolean; isNext: boolean }) {
  const t = useTranslations();
  const colours = isDone ? 'border-transparent text-(--tone-genuine)' : isNext ? 'border-primary-ink text-primary-ink' : 'border-line';
  return (
    <span className={`grid size-6 flex-none place-items-center rounded-full border text-xs tabular-nums ${colours}`}>
      {isDone ? (
        <>
          <Icon name="circleCheck" />
          <span className="sr-only">{t('shell.first.done')}</span>
        </>
      ) : (
        place
      )}
    </span>
  );
}
