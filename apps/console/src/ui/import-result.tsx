import { cancelTask, ownTask, type Task, tasks } from '@suyuan/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Progress } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { call } from '../data/api.ts';
import { ApiError, asApiError } from '../data/api-error.ts';
import { toCsv } from '../data/csv.ts';
import { saveText } from '../data/download.ts';
import { findTranslationKey, translate, useTranslations } from '../data/i18n.ts';
import { fetchEnvelope, request } from '../data/request.ts';
import { shellServices } from '../data/shell-services.ts';
import { Icon } from './icon.tsx';
import { ErrorState } from './states.tsx';

/** Polling interval of a running import, in milliseconds. */
const POLL_INTERVAL_MS = 700;

interface ImportProgress {
  done: number;
  total: number;
}

type Answer = ImportPreview | { taskId: number };

/**
 * Import with a preview, saved after confirmation. A long import is a background task: `progress` is its progress, and saving continues when
 * the dialog is closed.
 * @param getUrl upload URL with additional parameters
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
    void client.invalidateQueries({ queryKey: [tasks.path] });
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
      await call(cancelTask, { id: taskId }).catch(() => undefined);
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
    return await call(ownTask, { id: taskId });
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

/** Result of the preview, and of the import itself. */
export interface ImportPreview {
  count: number;
  /** Of these, rows that update existing records. */
  updated?: number;
  /** In addition, rows that exist already. */
  already?: number;
  bad: number;
  faults: { row: number; message: string }[];
  /** Column titles that match no field. */
  unknown?: string[];
}

/** Maximum of invalid rows in the dialog; the download has all. */
const MAX_LISTED_ERRORS = 200;

interface ImportResultProps {
  file: File | undefined;
  preview: { data: ImportPreview | undefined; error: Error | null; isPending: boolean };
  saving?: boolean;
  progress?: ImportProgress | undefined;
  /** After a connection failure. */
  onRetry: () => void;
}

export function ImportResult({ file, preview: { data, error, isPending }, saving = false, progress, onRetry }: ImportResultProps) {
  const t = useTranslations();
  const { count = 0, updated = 0, already = 0, bad = 0, faults = [], unknown = [] } = data ?? {};
  const downloadErrors = () => {
    const titles = [t('kit.faultRow'), t('kit.faultCause')];
    saveText(
      toCsv([titles, ...faults.map(({ row, message }) => [row, message])]),
      `${file?.name.replace(/\.[^.]*$/, '')}_${t('kit.faults')}.csv`,
    );
  };
  return (
    <div aria-live="polite" className="mt-4">
      {(isPending || saving) && (
        <ImportProgressBar title={t(saving ? 'kit.importing' : 'kit.previewing')} progress={progress} continuesInBackground={saving} />
      )}
      {error && <ErrorState error={error} onRetry={onRetry} />}
      {data && <Alert type={bad ? 'warning' : 'success'} showIcon title={t('kit.importPreview', { good: count, bad })} />}
      {updated > 0 && <p className="text-muted">{t('kit.importUpdated', { count: updated })}</p>}
      {already > 0 && <p className="text-muted">{t('kit.importAlready', { count: already })}</p>}
      {unknown.length > 0 && (
        <Alert type="warning" showIcon title={t('kit.importUnknown', { count: unknown.length, titles: unknown.join(t('kit.joint')) })} />
      )}
      {faults.length > 0 && (
        <>
          <ol className="mt-3 mb-0 max-h-60 list-none overflow-auto p-0">
            {faults.slice(0, MAX_LISTED_ERRORS).map(({ row, message }) => (
              <li key={row} className="border-t border-line py-1">
                <span className="inline-block min-w-18 text-muted tabular-nums">{t('kit.rowNo', { row })}</span> {message}
              </li>
            ))}
          </ol>
          <Button type="link" size="small" icon={<Icon name="download" />} onClick={downloadErrors}>
            {t('kit.saveFaults', { count: faults.length })}
          </Button>
        </>
      )}
    </div>
  );
}

function ImportProgressBar({
  title,
  progress,
  continuesInBackground,
}: {
  title: string;
  progress: ImportProgress | undefined;
  continuesInBackground: boolean;
}) {
  const t = useTranslations();
  if (!progress) return <p>{title}</p>;
  const percent = progress.total > 0 ? Math.floor((100 * progress.done) / progress.total) : 0;
  return (
    <div>
      <p>
        {title} <span className="tabular-nums">{t('kit.importGone', { ...progress })}</span>
      </p>
      <Progress percent={percent} status="active" aria-label={title} />
      {continuesInBackground && <p className="text-muted">{t('kit.importGoesOn')}</p>}
    </div>
  );
}
