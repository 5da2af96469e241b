import type { Task } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { shellServices } from '../data/hosts.ts';
import { ApiError, asApiError } from '../data/refusal.ts';
import { fetchEnvelope, request } from '../data/request.ts';
import { findTranslationKey, translate, useTranslations } from '../data/words.ts';
import type { ImportPreview } from './import-outcome.tsx';

/** Polling interval of a running import, in milliseconds. */
const POLL_INTERVAL_MS = 700;

export interface ImportProgress {
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
export function useImport({ path, getUrl, onDone }: { path: string; getUrl: (how: URLSearchParams) => string; onDone: () => void }) {
  const t = useTranslations();
  const client = useQueryClient();
  const [progress, setProgress] = useState<ImportProgress>();
  const previewController = useRef(new AbortController());
  useEffect(() => () => previewController.current.abort(), []);

  async function send(file: File, how: Record<string, string>, signal?: AbortSignal): Promise<ImportPreview> {
    setProgress(undefined);
    const body = new FormData();
    body.append('file', file);
    const answer = await request<Answer>('POST', getUrl(new URLSearchParams({ ...how, background: '1' })), body, { signal });
    if (!('taskId' in answer)) return answer;
    void client.invalidateQueries({ queryKey: ['/account/task'] });
    return waitForTask(answer.taskId, signal, (newProgress) => !signal?.aborted && setProgress(newProgress));
  }

  const preview = useMutation({
    mutationFn: ({ file, how }: { file: File; how?: Record<string, string> }) => {
      previewController.current.abort();
      previewController.current = new AbortController();
      return send(file, { ...how, dryRun: '1' }, previewController.current.signal);
    },
    meta: { ownErrors: true },
  });
  const saveImport = useMutation({
    mutationFn: ({ file, how }: { file: File; how?: Record<string, string> }) =>
      send(file, { ...how, ...(preview.data?.bad && { keepGood: '1' }) }),
    onSuccess: ({ count }) => {
      shellServices.notify('success', t('kit.imported', { count }));
      void client.invalidateQueries({ queryKey: [path] });
    },
  });
  /** Imports without a preview, on a plain RuoYi server, and shows the server's message. */
  const importDirectly = useMutation({
    mutationFn: ({ file, how }: { file: File; how?: Record<string, string> }) => {
      const body = new FormData();
      body.append('file', file);
      return fetchEnvelope<{ msg?: string }>('POST', getUrl(new URLSearchParams(how)), body);
    },
    meta: { ownErrors: true },
    onSuccess: ({ msg }) => {
      shellServices.notify('success', linesOf(msg) || t('kit.saved'));
      void client.invalidateQueries({ queryKey: [path] });
    },
    onError: (error) => shellServices.notify('error', linesOf(asApiError(error)?.msg) || t('kit.failed')),
  });
  const isImported = saveImport.isSuccess || importDirectly.isSuccess;
  useEffect(() => {
    if (isImported) onDone();
  }, [isImported, onDone]);
  return { preview, saveImport, importDirectly, progress };
}

/** RuoYi separates the rows of its message by `<br/>`. */
const linesOf = (html = '') => html.replaceAll(/<br\s*\/?>/g, '\n');

/** Polls a long import and returns its outcome; cancels the task on abort. */
async function waitForTask(
  taskId: number,
  signal: AbortSignal | undefined,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportPreview> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    if (signal?.aborted) {
      await request('PUT', `/account/task/${taskId}/cancel`).catch(() => undefined);
      throw signal.reason;
    }
    const task = await fetchTask(taskId);
    if (!task) continue;
    const { state, done, total, result, problem } = task;
    // the cast: the task's result equals the response of a direct call
    if (state === 'done') return result as unknown as ImportPreview;
    if (state === 'failed' || state === 'cancelled') throw taskError({ state, problem, result });
    onProgress({ done, total: total ?? 0 });
  }
}

const FATAL_CODES: readonly (number | undefined)[] = [401, 403, 404];

/** Undefined while the server is unavailable, as the task continues. */
async function fetchTask(taskId: number): Promise<Task | undefined> {
  try {
    return await request<Task>('GET', `/account/task/${taskId}`);
  } catch (error) {
    if (FATAL_CODES.includes(asApiError(error)?.code)) throw error;
    return undefined;
  }
}

/** Equal to the refusal of a direct call. */
function taskError({ state, problem, result }: Pick<Task, 'state' | 'problem' | 'result'>): ApiError {
  const key = findTranslationKey(`problem.${problem ?? ''}`);
  const msg = state === 'cancelled' ? translate('account.task.cancelled') : key ? translate(key, result ?? {}) : translate('kit.failed');
  return new ApiError({ code: 500, msg, ...(problem && { problem }), ...(result && { params: result }) });
}
