import type { Page, Task } from '@suyuan/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { takePrefetchedData } from '../data/prefetch.ts';
import { request } from '../data/request.ts';
import { hasExtension } from '../data/server-about.ts';
import { useTranslations } from '../data/words.ts';
import { Icon } from '../ui/icon.tsx';
import { PopupButton } from '../ui/popup-button.tsx';
import { ErrorState, LoadingState } from '../ui/states.tsx';
import { TASKS_QUERY } from './home/asks.ts';
import { TaskList } from './task-list.tsx';

const TASKS = '/account/task';

/** Poll interval in milliseconds: short while a task runs. */
const pollInterval = (running: number, isOpen: boolean) => (running > 0 ? 1500 : isOpen ? 5000 : 60_000);

const isUnderWay = ({ state }: Task) => state === 'queued' || state === 'running';

/** The user's tasks, newest first. Invalidates affected queries when a task ends. */
export function useTasks(isOpen = false) {
  const client = useQueryClient();
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
  const runningCount = list.data?.rows.filter(isUnderWay).length ?? 0;
  const previousCount = useRef(runningCount);
  useEffect(() => {
    if (runningCount < previousCount.current) void client.invalidateQueries({ queryKey: ['/manage/batch'] });
    previousCount.current = runningCount;
  }, [runningCount, client]);
  return { list, runningCount };
}

export function TaskTray() {
  const t = useTranslations();
  const { runningCount } = useTasks();
  if (!hasExtension('tasks')) return null;
  return (
    <PopupButton
      label={runningCount ? t('account.taskRunning', { count: runningCount }) : t('account.task')}
      title={t('account.task')}
      panel={() => <Tray />}
    >
      <Icon name={runningCount > 0 ? 'tasks' : 'tray'} spinning={runningCount > 0} />
      {runningCount > 0 && <span className="count">{runningCount}</span>}
    </PopupButton>
  );
}

/** Reloads when it opens, and polls while it is open. */
function Tray() {
  const t = useTranslations();
  const { list } = useTasks(true);
  const { refetch } = list;
  return (
    <div className="task-tray">
      <h2>{t('account.task')}</h2>
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
