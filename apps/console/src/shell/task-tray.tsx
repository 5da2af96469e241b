import type { Page, Task } from '@suyuan/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { takeArrived } from '../data/prefetch.ts';
import { request } from '../data/request.ts';
import { has } from '../data/server-about.ts';
import { useWords } from '../data/words.ts';
import { Icon } from '../ui/icon.tsx';
import { PopupButton } from '../ui/popup-button.tsx';
import { Failed, Waiting } from '../ui/states.tsx';
import { TASKS_ASK } from './home/asks.ts';
import { TaskList } from './task-list.tsx';

const TASKS = '/account/task';

/** Poll interval in milliseconds: short while a task runs. */
const pace = (running: number, open: boolean) => (running > 0 ? 1500 : open ? 5000 : 60_000);

const isUnderWay = ({ state }: Task) => state === 'queued' || state === 'running';

/** The user's tasks, newest first. Invalidates affected queries when a task ends. */
export function useTasks(open = false) {
  const client = useQueryClient();
  const list = useQuery({
    queryKey: [TASKS, 'list'],
    queryFn: ({ signal }) => request<Page<Task>>('GET', TASKS_ASK, undefined, { signal }),
    initialData: () => takeArrived<Page<Task>>(TASKS_ASK),
    enabled: has('tasks'),
    refetchInterval: ({ state }) => pace(state.data?.rows.filter(isUnderWay).length ?? 0, open),
    // reload once on opening
    ...(open && { refetchOnMount: 'always' as const }),
    meta: { ownErrors: true },
  });
  const underWay = list.data?.rows.filter(isUnderWay).length ?? 0;
  const before = useRef(underWay);
  useEffect(() => {
    if (underWay < before.current) void client.invalidateQueries({ queryKey: ['/manage/batch'] });
    before.current = underWay;
  }, [underWay, client]);
  return { list, underWay };
}

export function TaskTray() {
  const t = useWords();
  const { underWay } = useTasks();
  if (!has('tasks')) return null;
  return (
    <PopupButton
      label={underWay ? t('account.taskRunning', { count: underWay }) : t('account.task')}
      title={t('account.task')}
      panel={() => <Tray />}
    >
      <Icon name={underWay > 0 ? 'tasks' : 'tray'} turning={underWay > 0} />
      {underWay > 0 && <span className="count">{underWay}</span>}
    </PopupButton>
  );
}

/** Reloads when it opens, and polls while it is open. */
function Tray() {
  const t = useWords();
  const { list } = useTasks(true);
  const { refetch } = list;
  return (
    <div className="task-tray">
      <h2>{t('account.task')}</h2>
      {list.error && !list.data ? (
        <Failed error={list.error} onRetry={() => void refetch()} />
      ) : list.data ? (
        <TaskList tasks={list.data.rows} />
      ) : (
        <Waiting rows={3} />
      )}
    </div>
  );
}
