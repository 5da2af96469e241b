import { afterAll, beforeAll, expect, it } from 'vitest';
import { ruoyiClient } from './client.ts';
import recorded from './recorded-answers.json' with { type: 'json' };
import { type RuoYi, startRuoYi } from './server.ts';

/** A call to an unchanged RuoYi-Vue 3.9.2 on MariaDB and Redis, with the JSON shape or file type of its response. */
interface Recording {
  call: string;
  note?: string;
  body?: unknown;
  form?: unknown;
  status: number;
  code?: number;
  msg?: string | null;
  answer?: Shape;
  type?: string;
  disposition?: string;
}

type Shape = string | null | Shape[] | { [key: string]: Shape };

/** Missing keys, extra keys and other types. */
function differences(shape: Shape, value: unknown, at = ''): string[] {
  const wrong = [`${at}: ${JSON.stringify(value)?.slice(0, 60)} instead of ${JSON.stringify(shape)?.slice(0, 60)}`];
  if (shape === null || shape === '') return value === shape ? [] : wrong;
  if (typeof shape === 'string') {
    if (shape.startsWith('time')) return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(value)) ? [] : wrong;
    if (shape.startsWith('text')) return typeof value === 'string' && value !== '' ? [] : wrong;
    return typeof value === shape ? [] : wrong;
  }
  if (Array.isArray(shape)) {
    if (!Array.isArray(value) || value.length > 0 !== shape.length > 0) return wrong;
    return shape.length > 0 ? differences(shape[0] as Shape, value[0], `${at}[0]`) : [];
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return wrong;
  const record = value as Record<string, unknown>;
  const missing = Object.keys(shape).filter((key) => !(key in record));
  const extra = Object.keys(record).filter((key) => !(key in shape));
  return [
    ...missing.map((key) => `${at}.${key} is missing`),
    ...extra.map((key) => `${at}.${key} was not recorded`),
    ...Object.entries(shape).flatMap(([key, part]) => (key in record ? differences(part, record[key], `${at}.${key}`) : [])),
  ];
}

let ruoyi: RuoYi;
let client: ReturnType<typeof ruoyiClient>;
beforeAll(async () => {
  ruoyi = await startRuoYi();
  client = ruoyiClient(ruoyi.url);
});
afterAll(() => ruoyi?.stop());

/** A complete user or role record, as clients send it back. */
async function completeRecord(call: string): Promise<object> {
  if (call === 'PUT /system/user') {
    const { data, roleIds, postIds } = await client.send('GET /system/user/2');
    return { ...(data as object), roleIds, postIds };
  }
  const { data } = await client.send('GET /system/role/2');
  const { checkedKeys } = await client.send('GET /system/menu/roleMenuTreeselect/2');
  return { ...(data as object), menuIds: checkedKeys };
}

function multipart({ form, msg }: Recording): FormData {
  const data = new FormData();
  const field = /field (\w+)/.exec(String(form))?.[1] ?? 'file';
  data.append(field, new Blob(['some bytes']), msg?.includes('a.exe') ? 'a.exe' : 'picture.png');
  return data;
}

async function play(recording: Recording): Promise<Response> {
  const { call, body, form, note } = recording;
  if (note === 'no token') client.useToken('');
  // recorded with the administrator's second session
  if (body === 'not JSON') await client.signIn('admin');
  if (typeof form === 'string') return client.request(call, { form: multipart(recording) });
  if (form) return client.request(call, { form: { pageNum: '1' } });
  if (body === undefined) return client.request(call);
  if (body === 'whole record') return client.request(call, { json: await completeRecord(call) });
  return client.request(call, { json: body === 'not JSON' ? '{bad' : body });
}

it('answers every recorded call with the recorded code, message and shape', async () => {
  const wrong: string[] = [];
  for (const recording of recorded as Recording[]) {
    const { call, note, status, code, msg, answer, type, disposition } = recording;
    const title = note ? `${call} (${note})` : call;
    const response = await play(recording);
    if (response.status !== status) wrong.push(`${title}: HTTP ${response.status}`);
    if (type) {
      const contentType = response.headers.get('content-type');
      if (contentType !== type) wrong.push(`${title}: type ${contentType}`);
      if (Boolean(disposition) !== response.headers.has('content-disposition')) wrong.push(`${title}: content-disposition`);
      if ((await response.arrayBuffer()).byteLength === 0) wrong.push(`${title}: empty`);
      continue;
    }
    const actual = await response.json();
    if (call === 'POST /login' && actual.token) client.useToken(actual.token);
    if (code !== undefined && actual.code !== code) wrong.push(`${title}: code ${actual.code} ${actual.msg}`);
    const [start = ''] = (msg ?? '').split('…');
    const text = String(actual.msg).trim().replaceAll('  ', ' ');
    if (msg && !(msg.includes('…') ? text.startsWith(start) : actual.msg === msg)) wrong.push(`${title}: ${actual.msg}`);
    if (answer) wrong.push(...differences(answer, actual).map((difference) => `${title}: ${difference}`));
  }
  expect(wrong).toEqual([]);
  expect(recorded.length).toBe(124);
});
