import type { Task } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { hosts } from '../data/hosts.ts';
import { Refusal, refusalOf } from '../data/refusal.ts';
import { envelope, request } from '../data/request.ts';
import { say, useWords, wordOr } from '../data/words.ts';
import type { ImportPreview } from './import-outcome.tsx';

/** Polling interval of a running import, in milliseconds. */
const PACE = 700;

export interface Reach {
  done: number;
  total: number;
}

type Answer = ImportPreview | { taskId: number };

/**
 * Import with a preview, saved after confirmation. A long import is a background task: `reach` is its progress, and saving continues when
 * the dialog is closed.
 * @param urlOf upload URL with additional parameters
 * @param onDone called after saving, if the dialog is still open
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

/** Polls a long import and returns its outcome; cancels the task on abort. */
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
    // the cast: the task's result equals the response of a direct call
    if (state === 'done') return result as unknown as ImportPreview;
    if (state === 'failed' || state === 'cancelled') throw endOf({ state, problem, result });
    tell({ done, total: total ?? 0 });
  }
}

const CLOSED: readonly (number | undefined)[] = [401, 403, 404];

/** Undefined while the server is unavailable, as the task continues. */
async function lookAt(taskId: number): Promise<Task | undefined> {
  try {
    return await request<Task>('GET', `/account/task/${taskId}`);
  } catch (error) {
    if (CLOSED.includes(refusalOf(error)?.code)) throw error;
    return undefined;
  }
}

/** Equal to the refusal of a direct call. */
function endOf({ state, problem, result }: Pick<Task, 'state' | 'problem' | 'result'>): Refusal {
  const key = wordOr(`problem.${problem ?? ''}`);
  const msg = state === 'cancelled' ? say('account.task.cancelled') : key ? say(key, result ?? {}) : say('kit.failed');
  return new Refusal({ code: 500, msg, ...(problem && { problem }), ...(result && { params: result }) });
}
