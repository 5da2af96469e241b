import { asApiError, isSessionExpired } from './api-error.ts';
import { translate } from './i18n.ts';
import { type ApiResponse, type Method, send } from './request.ts';
import { shellServices } from './shell-services.ts';

/** The URL stays valid for a minute, for slow save dialogs. */
function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: url, download: fileName }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export const saveText = (text: string, fileName: string, type = 'text/csv'): void =>
  saveBlob(new Blob([text], { type: `${type};charset=utf-8` }), fileName);

/** Returns false if it failed, or if the server created a background task instead. */
export async function download(
  path: string,
  fileName: string,
  { method = 'GET', body }: { method?: Method; body?: unknown } = {},
): Promise<boolean> {
  const loadingNotice = shellServices.showLoading(translate('kit.downloading'));
  try {
    const answer = await send(method, path, body, {});
    const taskMessage = taskMessageOf(answer);
    if (taskMessage) {
      loadingNotice.close({ kind: 'success', text: taskMessage });
      shellServices.refreshTasks();
      return false;
    }
    saveBlob(await answer.blob(), fileName);
    loadingNotice.close({ kind: 'success', text: translate('kit.downloaded') });
    return true;
  } catch (error) {
    const apiError = asApiError(error);
    if (isSessionExpired(error)) loadingNotice.close();
    else if (apiError?.detail) {
      loadingNotice.close();
      shellServices.notify('error', apiError.msg, apiError.detail);
    } else
      loadingNotice.close({
        kind: 'error',
        text: apiError && apiError.msg !== translate('kit.codeUnknown') ? apiError.msg : translate('kit.downloadFailed'),
      });
    return false;
  }
}

/** All rows of a list as a sheet. */
export const downloadSheet = (path: string, name: string, filters = new URLSearchParams()) =>
  download(`${path}/export`, `${name}_${Date.now()}.xlsx`, { method: 'POST', body: filters });

/** Message of the server if it created a background task. */
function taskMessageOf({ json }: ApiResponse): string | undefined {
  const data = json?.data as { taskId?: number } | undefined;
  return data?.taskId ? json?.msg : undefined;
}
