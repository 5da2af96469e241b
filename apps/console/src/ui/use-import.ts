import type { Task } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { hosts } from '../data/hosts.ts';
import { Refusal, refusalOf } from '../data/refusal.ts';
import { envelope, request } from '../data/request.ts';
import { say, useWords, wordOr } from '../data/words.ts';
import type { ImportPreview } from './import-outcome.tsx';

/** Milliseconds between two looks at how far an import is. */
const PACE = 700;

/** Rows gone through, of how many. */
export interface Reach {
  done: number;
  total: number;
}

type Answer = ImportPreview | { taskId: number };

/**
 * A file that is tried first, and kept once the user says so. A long one is a task: `reach` says how far it is, and what was begun to be kept
 * goes on when the window is closed.
 * @param urlOf where to send it, with what is asked beside the file
 * @param onDone told once it is kept, while the window that began it is open: a later one is another's
 */
export function useImport({ path, urlOf, onDone }: { path: string; urlOf: (how: URLSearchParams) => string; onDone: () => void }) {
  const t = useWords();
  const client = useQueryClient();
  const [reach, setReach] = useState<Reach>();
  const trying = useRef(new AbortController());
  useEffect(() => () => trying.current.abort(), []);

  async function send(file: File, how: Record<string, string>, signal?: AbortSignal): Promise<ImportPreview> {
    setReach(undefined);
    const body = new FormData();
    body.append('file', file);
    const answer = await request<Answer>('POST', urlOf(new URLSearchParams({ ...how, background: '1' })), body, { signal });
    if (!('taskId' in answer)) return answer;
    void client.invalidateQueries({ queryKey: ['/account/task'] });
    return outcomeOf(answer.taskId, signal, (gone) => !signal?.aborted && setReach(gone));
  }

  const preview = useMutation({
    mutationFn: ({ file, how }: { file: File; how?: Record<string, string> }) => {
      trying.current.abort();
      trying.current = new AbortController();
      return send(file, { ...how, dryRun: '1' }, trying.current.signal);
    },
    meta: { ownErrors: true },
  });
  const keep = useMutation({
    mutationFn: ({ file, how }: { file: File; how?: Record<string, string> }) =>
      send(file, { ...how, ...(preview.data?.bad && { keepGood: '1' }) }),
    onSuccess: ({ count }) => {
      hosts.tell('success', t('kit.imported', { count }));
      void client.invalidateQueries({ queryKey: [path] });
    },
  });
  /** Imports without a preview, on a plain RuoYi server, and shows the server's message. */
  const carryOut = useMutation({
    mutationFn: ({ file, how }: { file: File; how?: Record<string, string> }) => {
      const body = new FormData();
      body.append('file', file);
      return envelope<{ msg?: string }>('POST', urlOf(new URLSearchParams(how)), body);
    },
    meta: { ownErrors: true },
    onSuccess: ({ msg }) => {
      hosts.tell('success', linesOf(msg) || t('kit.saved'));
      void client.invalidateQueries({ queryKey: [path] });
    },
    onError: (error) => hosts.tell('error', linesOf(refusalOf(error)?.msg) || t('kit.failed')),
  });
  const kept = keep.isSuccess || carryOut.isSuccess;
  useEffect(() => {
    if (kept) onDone();
  }, [kept, onDone]);
  return { preview, keep, carryOut, reach };
}

/** RuoYi separates the rows of its message by `<br/>`. */
const linesOf = (html = '') => html.replaceAll(/<br\s*\/?>/g, '\n');

/** What came of a long import, once it has ended; where nobody wants to know any more, it is stopped. */
async function outcomeOf(taskId: number, signal: AbortSignal | undefined, tell: (reach: Reach) => void): Promise<ImportPreview> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, PACE));
    if (signal?.aborted) {
      await request('PUT', `/account/task/${taskId}/cancel`).catch(() => undefined);
      throw signal.reason;
    }
    const task = await lookAt(taskId);
    if (!task) continue;
    const { state, done, total, result, problem } = task;
    // the cast: what such a task answers is what the call itself would
    if (state === 'done') return result as unknown as ImportPreview;
    if (state === 'failed' || state === 'cancelled') throw endOf({ state, problem, result });
    tell({ done, total: total ?? 0 });
  }
}

/** Codes after which nobody is told of a task any more. */
const CLOSED: readonly (number | undefined)[] = [401, 403, 404];

/** A task as it is now; undefined while the server is away or busy: the task goes on without being looked at. */
async function lookAt(taskId: number): Promise<Task | undefined> {
  try {
    return await request<Task>('GET', `/account/task/${taskId}`);
  } catch (error) {
    if (CLOSED.includes(refusalOf(error)?.code)) throw error;
    return undefined;
  }
}

/** Why a task ended otherwise than well, as the call itself would have said it. */
function endOf({ state, problem, result }: Pick<Task, 'state' | 'problem' | 'result'>): Refusal {
  const key = wordOr(`problem.${problem ?? ''}`);
  const msg = state === 'cancelled' ? say('account.task.cancelled') : key ? say(key, result ?? {}) : say('kit.failed');
  return new Refusal({ code: 500, msg, ...(problem && { problem }), ...(result && { params: result }) });
}
