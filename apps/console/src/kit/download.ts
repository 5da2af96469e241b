import { hosts } from './hosts.ts';
import { Refusal } from './refusal.ts';
import { type Method, send } from './request.ts';
import { saveBlob } from './save-text.ts';
import { say } from './words.ts';

/**
 * Saves what the server answers as a file, with the three notices of a download. Answers whether it came; a file that takes its time
 * becomes a task, and the last notice says so.
 */
export async function download(
  path: string,
  fileName: string,
  { method = 'GET', body }: { method?: Method; body?: unknown } = {},
): Promise<boolean> {
  const waiting = hosts.loading(say('kit.downloading'));
  try {
    const response = await send(method, path, body, {});
    const filed = await taskIn(response);
    if (filed) {
      waiting.done({ kind: 'success', text: filed });
      hosts.taskFiled();
      return false;
    }
    saveBlob(await response.blob(), fileName);
    waiting.done({ kind: 'success', text: say('kit.downloaded') });
    return true;
  } catch (error) {
    const said = error instanceof Refusal ? error : undefined;
    if (said?.code === 401)
      waiting.done(); // that has a notice of its own
    else if (said?.detail) {
      waiting.done();
      hosts.tell('error', said.msg, said.detail);
    } else waiting.done({ kind: 'error', text: said && said.msg !== say('kit.codeUnknown') ? said.msg : say('kit.downloadFailed') });
    return false;
  }
}

/** What the server says where it files a task in place of sending the file. */
async function taskIn(response: Response): Promise<string | undefined> {
  if (!response.headers.get('content-type')?.includes('json')) return undefined;
  const said = (await response.clone().json()) as { msg?: string; data?: { taskId?: number } };
  return said.data?.taskId ? said.msg : undefined;
}
