import type { IncomingMessage } from 'node:http';
import { JsonBody, Refusal, type Upload } from './call.ts';

export interface Content {
  text: string;
  form: URLSearchParams;
  uploads: Upload[];
}

function multipart(bytes: Buffer, boundary: string): Content {
  const form = new URLSearchParams();
  const uploads: Upload[] = [];
  const mark = Buffer.from(`--${boundary}`);
  let start = bytes.indexOf(mark);
  for (let end = bytes.indexOf(mark, start + 1); end > 0; start = end, end = bytes.indexOf(mark, start + 1)) {
    const part = bytes.subarray(start + mark.length + 2, end - 2);
    const split = part.indexOf('\r\n\r\n');
    const head = part.subarray(0, split).toString();
    const content = part.subarray(split + 4);
    const field = /name="([^"]*)"/.exec(head)?.[1] ?? '';
    const fileName = /filename="([^"]*)"/.exec(head)?.[1];
    if (fileName === undefined) form.append(field, content.toString());
    else uploads.push({ field, fileName, bytes: Buffer.from(content) });
  }
  return { text: '', form, uploads };
}

export async function readContent(request: IncomingMessage): Promise<Content> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const bytes = Buffer.concat(parts);
  const type = request.headers['content-type'] ?? '';
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1];
  if (boundary) return multipart(bytes, boundary);
  const text = bytes.toString();
  return { text, form: new URLSearchParams(type.includes('urlencoded') ? text : ''), uploads: [] };
}

/** The body as JSON if valid, else as text. */
export function bodyForLog({ text, form, uploads }: Content): unknown {
  if (uploads.length > 0) return { ...Object.fromEntries(form), files: uploads.map(({ field, fileName }) => `${field}: ${fileName}`) };
  if ([...form].length > 0) return Object.fromEntries(form);
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

const FILTERED = /^\/(system|monitor|tool)\//;

/** Applies RuoYi's XSS filter, which removes most HTML tags. Notices are exempt. */
export const filterTags = (path: string, text: string) =>
  FILTERED.test(path) && path !== '/system/notice' ? text.replace(/<(?!\/?(?:a|img|b|strong|i|em)\b)[^>]*>/g, '') : text;

/** @throws Refusal with Jackson's message when the text is no JSON object */
export function parseJson(text: string): JsonBody {
  if (text.trim() === '') throw new Refusal('Required request body is missing');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const [, first] = /^\s*\{\s*([^"\s}])/.exec(text) ?? [];
    if (first)
      throw new Refusal(
        `JSON parse error: Unexpected character ('${first}' (code ${first.charCodeAt(0)})): was expecting double-quote to start property name`,
      );
    throw new Refusal(`JSON parse error: Unrecognized token '${text.trim().slice(0, 20)}': was expecting a JSON Object`);
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new Refusal('JSON parse error: Cannot deserialize value of an entity from another kind of value');
  return new JsonBody(value as Record<string, unknown>);
}
