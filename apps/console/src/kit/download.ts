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
    hosts.tell('success', say('kit.downloaded'));
    return true;
  } catch (error) {
    const said = error instanceof Refusal ? error : undefined;
    if (said?.code !== 401) hosts.tell('error', said?.msg ?? say('kit.downloadFailed'), said?.detail);
    return false;
  } finally {
    waiting.done();
  }
}

function saveAs(blob: Blob, fileName: string) {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
