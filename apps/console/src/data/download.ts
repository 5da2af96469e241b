import { hosts } from './hosts.ts';
import { isSessionOver, refusalOf } from './refusal.ts';
import { type Answer, type Method, send } from './request.ts';
import { saveBlob } from './save-text.ts';
import { say } from './words.ts';

/** Returns false if it failed, or if the server created a background task instead. */
export async function download(
  path: string,
  fileName: string,
  { method = 'GET', body }: { method?: Method; body?: unknown } = {},
): Promise<boolean> {
  const waiting = hosts.loading(say('kit.downloading'));
  try {
    const answer = await send(method, path, body, {});
    const filed = taskIn(answer);
    if (filed) {
      waiting.done({ kind: 'success', text: filed });
      hosts.taskFiled();
      return false;
    }
    saveBlob(await answer.blob(), fileName);
    waiting.done({ kind: 'success', text: say('kit.downloaded') });
    return true;
  } catch (error) {
    const said = refusalOf(error);
    if (isSessionOver(error)) waiting.done();
    else if (said?.detail) {
      waiting.done();
      hosts.tell('error', said.msg, said.detail);
    } else waiting.done({ kind: 'error', text: said && said.msg !== say('kit.codeUnknown') ? said.msg : say('kit.downloadFailed') });
    return false;
  }
}

/** Message of the server if it created a background task. */
function taskIn({ json }: Answer): string | undefined {
  const data = json?.data as { taskId?: number } | undefined;
  return data?.taskId ? json?.msg : undefined;
}
