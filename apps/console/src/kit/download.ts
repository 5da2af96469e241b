import { hosts } from './hosts.ts';
import { Refusal } from './refusal.ts';
import { type Method, send } from './request.ts';
import { say } from './words.ts';

/** Saves what the server answers as a file, with the three notices of a download. Answers whether it came. */
export async function download(
  path: string,
  fileName: string,
  { method = 'GET', body }: { method?: Method; body?: unknown } = {},
): Promise<boolean> {
  const waiting = hosts.loading(say('kit.downloading'));
  try {
    const response = await send(method, path, body, {});
    saveAs(await response.blob(), fileName);
    waiting.done({ kind: 'success', text: say('kit.downloaded') });
    return true;
  } catch (error) {
    const said = error instanceof Refusal ? error : undefined;
    if (said?.code === 401)
      waiting.done(); // that has a notice of its own
    else if (said?.detail) {
      waiting.done();
      hosts.tell('error', said.msg, said.detail);
    } else waiting.done({ kind: 'error', text: said?.msg ?? say('kit.downloadFailed') });
    return false;
  }
}

function saveAs(blob: Blob, fileName: string) {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
