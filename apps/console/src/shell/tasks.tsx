import type { Page, Task } from '@suyuan/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { download } from '../data/download.ts';
import { findTranslationKey, translateValue, useTranslations } from '../data/i18n.ts';
import { takePrefetchedData } from '../data/prefetch.ts';
import { request } from '../data/request.ts';
import { hasExtension } from '../data/server-info.ts';
import { confirm } from '../ui/confirm.ts';
import { Icon } from '../ui/icon.tsx';
import { groupDigits } from '../ui/number-format.ts';
import { PopupButton } from '../ui/popup-button.tsx';
import { ErrorState, LoadingState } from '../ui/states.tsx';
import { StatusDot, toneOfStatus } from '../ui/status-tones.tsx';
import { instantOf, TimeText } from '../ui/time-format.tsx';
import { CountBadge } from './count-badge.tsx';
import { TASKS_QUERY } from './home/home-queries.ts';

const progressBar =
  'my-1 h-1.5 w-full appearance-none overflow-hidden rounded-[3px] border-0 bg-line [&::-webkit-progress-bar]:bg-line ' +
  '[&::-webkit-progress-value]:bg-primary [&::-webkit-progress-value]:transition-[width] [&::-webkit-progress-value]:duration-200 ' +
  '[&::-moz-progress-bar]:bg-primary';

export function TaskList({ tasks }: { tasks: readonly Task[] }) {
  const t = useTranslations();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['/account/task'] });
  const cancel = useMutation({
    mutationFn: (taskId: number) => request('PUT', `/account/task/${taskId}/cancel`),
    onSettled: refresh,
  });
  if (tasks.length === 0) return <p className="text-muted">{t('account.taskNone')}</p>;
  const confirmCancel = ({ taskId, subject, kind }: Task) => {
    const name = `${nameOf(t, kind)} ${subject}`;
    void confirm({ title: t('account.taskCancelAsk', { name }), okText: t('account.taskCancel'), danger: true }, () =>
      cancel.mutateAsync(taskId),
    );
  };
  return (
    <ul className="m-0 list-none p-0">
      {tasks.map((task) => {
        const { taskId, kind, subject, state, done, total, problem, createTime, finishTime } = task;
        const underWay = state === 'queued' || state === 'running';
        const file = state === 'done' ? resultFile(task) : undefined;
        const refusal = problem ? findTranslationKey(`problem.${problem}`) : undefined;
        return (
          <li key={taskId} className="border-t border-line py-3 first:border-t-0 first:pt-1">
            <div className="flex justify-between gap-3">
              <span>
                {nameOf(t, kind)} <b className="mono-text">{subject}</b>
              </span>
              <StatusDot tone={toneOfStatus(state)}>{t(`account.task.${state}`)}</StatusDot>
            </div>
            {underWay && (
              <progress
                className={progressBar}
                aria-label={nameOf(t, kind)}
                {...(total ? { value: done, max: total } : state === 'queued' && { value: 0, max: 1 })}
              />
            )}
            {refusal && state === 'failed' && <p className="m-0">{t(refusal, task.result ?? {})}</p>}
            <div className="flex justify-between gap-3 text-xs/5 text-muted">
              <span className="tabular-nums">
                {underWay ? rateOf(t, task) : <TimeText value={finishTime ?? createTime} />}
                {file && ` · ${t('account.taskRows', { count: file.count })}`}
                {kind === 'importRows' && state === 'done' && ` · ${t('account.taskImported', countsOf(task))}`}
              </span>
              {file && (
                <button type="button" className="text-link flex-none" onClick={() => void download(file.link, file.fileName).then(refresh)}>
                  {t('account.taskDownload')}
                </button>
              )}
              {underWay && (
                <button type="button" className="text-link flex-none text-danger! hover:text-danger!" onClick={() => confirmCancel(task)}>
                  {t('account.taskCancel')}
                </button>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** The file that a task created, for one download. */
function resultFile({ result }: Task): { link: string; fileName: string; count: number } | undefined {
  const { link, fileName, count } = result ?? {};
  return typeof link === 'string' && typeof fileName === 'string' ? { link, fileName, count: Number(count) } : undefined;
}

const countsOf = ({ result }: Task) => ({ count: Number(result?.count ?? 0), bad: Number(result?.bad ?? 0) });

type T = ReturnType<typeof useTranslations>;

const nameOf = (t: T, kind: string) => translateValue(t, `account.task.${kind}`, kind);

function rateOf(t: T, { done, total, startTime }: Task): string {
  if (!startTime || !total) return groupDigits(done);
  const seconds = Math.max((Date.now() - instantOf(startTime)) / 1000, 1);
  const rate = done / seconds;
  const progress = `${groupDigits(done)} / ${groupDigits(total)}`;
  if (rate === 0) return progress;
  const timeLeft = t('account.taskLeft', { seconds: Math.ceil((total - done) / rate) });
  return `${progress} · ${t('account.taskRate', { rate: Math.round(rate) })} · ${timeLeft}`;
}

const TASKS = '/account/task';

/** Poll interval in milliseconds: short while a task runs. */
const pollInterval = (running: number, isOpen: boolean) => (running > 0 ? 1500 : isOpen ? 5000 : 60_000);

const isUnderWay = ({ state }: Task) => state === 'queued' || state === 'running';

/** The user's tasks, newest first. */
export function useTasks(isOpen = false) {
  const list = useQuery({
    queryKey: [TASKS, 'list'],
    queryFn: ({ signal }) => request<Page<Task>>('GET', TASKS_QUERY, undefined, { signal }),
    initialData: () => takePrefetchedData<Page<Task>>(TASKS_QUERY),
    enabled: hasExtension('tasks'),
    refetchInterval: ({ state }) => pollInterval(state.data?.rows.filter(isUnderWay).length ?? 0, isOpen),
    // reload once on opening
    ...(isOpen && { refetchOnMount: 'always' as const }),
    meta: { ownErrors: true },
  });
  return { list, runningCount: list.data?.rows.filter(isUnderWay).length ?? 0 };
}

/** Refetches all data when a task ends, because it may have changed any resource, e.g. an import. An export only reads. */
function useRefetchAfterTasks(tasks: readonly Task[] | undefined) {
  const client = useQueryClient();
  const endedIds = useRef<ReadonlySet<number>>(undefined);
  useEffect(() => {
    if (!tasks) return;
    const ended = tasks.filter((task) => !isUnderWay(task));
    const earlier = endedIds.current;
    endedIds.current = new Set(ended.map(({ taskId }) => taskId));
    if (earlier && ended.some(({ taskId, kind }) => kind !== 'listExport' && !earlier.has(taskId)))
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== TASKS });
  }, [tasks, client]);
}

export function TaskTray() {
  const t = useTranslations();
  const { list, runningCount } = useTasks();
  useRefetchAfterTasks(list.data?.rows);
  if (!hasExtension('tasks')) return null;
  return (
    <PopupButton
      label={runningCount ? t('account.taskRunning', { count: runningCount }) : t('account.task')}
      title={t('account.task')}
      panel={() => <Tray />}
    >
      <Icon name={runningCount > 0 ? 'tasks' : 'tray'} spinning={runningCount > 0} />
      {runningCount > 0 && <CountBadge>{runningCount}</CountBadge>}
    </PopupButton>
  );
}

/** Reloads when it opens, and polls while it is open. */
function Tray() {
  const t = useTranslations();
  const { list } = useTasks(true);
  const { refetch } = list;
  return (
    <div className="max-h-[60vh] w-[min(408px,calc(100vw-16px))] overflow-auto rounded bg-popup p-4 shadow-popup">
      <h2 className="mt-0 mb-2 text-base/6">{t('account.task')}</h2>
      {list.error && !list.data ? (
        <ErrorState error={list.error} onRetry={() => void refetch()} />
      ) : list.data ? (
        <TaskList tasks={list.data.rows} />
      ) : (
        <LoadingState rows={3} />
      )}
    </div>
  );
}
