import { STATUS_CODES } from 'node:http';
import type { Installation } from '../../../platform/http/installation.ts';

/** Status by Node's error code; others are 400. */
const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** The part of `Socket` that is needed to respond without a reply object. */
interface Connection {
  writable: boolean;
  write(text: string): unknown;
  destroySoon(): void;
}

/** Without a valid request there is no language, so the page is bilingual. It reveals neither the input nor the server. */
export function respondToInvalidRequest({ translate }: Installation) {
  const paragraphs = Object.entries(translate).map(
    ([lang, t]) => `<div lang="${lang}"><h1>${t('verify.failed.title')}</h1><p>${t('verify.notFound.lead')}</p></div>`,
  );
  const body = `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${translate['zh-CN']('verify.title')}</title></head><body>${paragraphs.join('')}<p><a href="/">→</a></p></body></html>`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);

  return ({ code = '' }: { code?: string }, socket: Connection) => {
    if (code === 'ECONNRESET' || !socket.writable) return;
    const status = statuses[code] ?? 400;
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
    socket.destroySoon();
  };
}
