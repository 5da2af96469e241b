import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { forms } from './forms.ts';
import type { Operation } from './operations.ts';
import { strangeBody, strangeText, strangeValue } from './strange-values.ts';

/** A valid request with a few changes; shrinking reverts them one by one. */
export interface FuzzRequest {
  actor: 'admin' | 'clerk' | 'stranger';
  options: InjectOptions & { method: string; url: string };
}

/** A change of a valid value: a position, modulo the number of positions, and the new value. */
const change = <Value>(value: fc.Arbitrary<Value>) => fc.record({ place: fc.nat(60), value });
type Change = { place: number; value: unknown };

/** Existing and non-existing record keys. */
const keys = fc.constantFrom('1', '2', '3', '4', '5', '7', '10', '100', '101', '103');

const encoded = (text: string) =>
  fc.constantFrom(encodeURIComponent(text.toWellFormed()).replaceAll('%EF%BF%BD', text.isWellFormed() ? '%EF%BF%BD' : '%ED%A0%80'));

/** An encoded path or query value; some cannot be decoded. */
const strangeParam = fc.oneof(
  { weight: 5, arbitrary: strangeText.chain(encoded) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('%zz', '%', '%00', '%ED%A0%80', '%FF%FE', '%C0%80', '%2e%2e%2f', 'a%00b', '%0d%0aset-cookie:a=b'),
  },
);

const queries = fc.oneof(
  fc.constantFrom(
    '',
    '?',
    '&',
    '=',
    'a',
    '[]=1',
    'a[b][c][d][e]=1',
    'params[a]=1',
    'params=1',
    'a=1&a=2&a=3',
    '__proto__[a]=1',
    '%zz=1',
    'a=%zz',
  ),
  fc.constantFrom(
    'pageNum=-1&pageSize=1e9',
    'orderByColumn=x',
    'isAsc=x',
    'params[beginTime]=x',
    'params[endTime]=9999-12-31',
    'pageNum[]=1',
    'pageSize=%00',
  ),
);

/** Header values that an HTTP parser accepts: no control characters except tabs. */
const headerText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'x',
    '0',
    '-1',
    '*',
    'a'.repeat(3000),
    '\xff\xfe',
    'a\tb',
    '; ; =',
    ',,,',
    '"',
    'bytes=0-',
    'bytes=5-2',
    'bytes=-1',
    'bytes=0-1,3-4',
  ),
  fc.constantFrom(
    'en',
    'en-US,zh;q=x',
    'zh',
    'text/html',
    'application/linkset+json',
    'W/"1"',
    '0',
    'gzip',
    '1.2.3.4, ::1',
    'https://evil.example',
  ),
);
const headers = fc.dictionary(
  fc.constantFrom(
    'accept',
    'accept-language',
    'accept-encoding',
    'idempotency-key',
    'range',
    'if-none-match',
    'if-modified-since',
    'user-agent',
    'x-only-reading',
    'x-forwarded-for',
    'origin',
    'referer',
    'cookie',
    'x-requested-with',
    'x-http-method-override',
  ),
  headerText,
  { maxKeys: 3 },
);

const types = fc.constantFrom(
  ...[
    'application/json',
    'application/json; charset=utf-16',
    'application/json;',
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
  ],
  ...[
    'multipart/form-data',
    'multipart/form-data; boundary=b',
    'multipart/mixed; boundary=b',
    'application/octet-stream',
    '',
    'x',
    'a/b; c="',
  ],
);

/** Applies changes to a copy of a valid body, at its fields and inside its lists and objects. */
function applyChanges(body: unknown, fields: readonly string[], changes: readonly Change[]): unknown {
  const copy = structuredClone(body) as Record<string, unknown>;
  for (const { place, value } of changes) {
    const inner = Object.values(copy).filter((each): each is Record<string, unknown> => typeof each === 'object' && each !== null);
    const places = [
      ...fields.map((field) => [copy, field] as const),
      ...inner.flatMap((each) => Object.keys(each).map((key) => [each, key] as const)),
    ];
    const [target, key] = places[place % places.length] ?? [copy, 'a'];
    // define an own property under any name, with a copy to avoid cycles
    Object.defineProperty(target, key, { value: structuredClone(value), enumerable: true, configurable: true, writable: true });
  }
  return copy;
}

const bodies = ({ body, fields, parts }: Operation): fc.Arbitrary<{ payload?: string | Buffer; type?: string }> => {
  const json = fc
    .oneof({ weight: 6, arbitrary: fc.array(change(strangeValue), { maxLength: 3 }) }, { weight: 1, arbitrary: fc.constant([]) })
    .map((changes) => ({ payload: JSON.stringify(applyChanges(body ?? {}, Object.keys(fields), changes)), type: 'application/json' }));
  const other = fc.oneof(
    strangeValue.map((value) => ({ payload: JSON.stringify(value), type: 'application/json' })),
    fc.record({ payload: strangeBody, type: types }),
    forms([]),
    fc.constant({}),
  );
  if (parts) return fc.oneof({ weight: 8, arbitrary: forms(parts) }, { weight: 1, arbitrary: other });
  return body === undefined
    ? fc.oneof({ weight: 8, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: other })
    : fc.oneof({ weight: 8, arbitrary: json }, { weight: 2, arbitrary: other });
};

/** Requests of one operation. @param waiting query keys that set a waiting time in seconds, which are left out */
export function requestsOf(operation: Operation, waiting: readonly string[] = []): fc.Arbitrary<FuzzRequest> {
  const inPath = operation.parameters.filter(({ in: place }) => place === 'path');
  const inQuery = operation.parameters.filter(({ in: place, name }) => place === 'query' && !waiting.includes(name));
  const exampleOf = ({ example }: { example?: unknown }) => encodeURIComponent(String(example ?? '1'));
  return fc
    .record({
      actor: fc.oneof(
        { weight: 8, arbitrary: fc.constant('admin' as const) },
        { weight: 1, arbitrary: fc.constantFrom('clerk' as const, 'stranger' as const) },
      ),
      path: fc.tuple(
        ...inPath.map((each) =>
          fc.oneof(
            { weight: 3, arbitrary: keys },
            { weight: 1, arbitrary: fc.constant(exampleOf(each)) },
            { weight: 2, arbitrary: strangeParam },
          ),
        ),
      ),
      query: fc.array(change(fc.oneof(keys, strangeParam)), { maxLength: inQuery.length > 0 ? 3 : 1 }),
      wild: fc.option(queries, { freq: 6 }),
      body: bodies(operation),
      headers: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers }),
    })
    .map(({ actor, path, query, wild, body, headers: sent }) => {
      const values = new Map(inPath.map(({ name }, index) => [name, String(path[index])]));
      const address = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '1');
      const required = inQuery.filter(({ example }) => example !== undefined).map((each) => `${each.name}=${exampleOf(each)}`);
      const changedPairs = query.map(({ place, value }) => `${inQuery[place % Math.max(1, inQuery.length)]?.name ?? 'a'}=${value}`);
      const names = new Set(changedPairs.map((pair) => pair.split('=')[0]));
      const search = [...required.filter((pair) => !names.has(pair.split('=')[0])), ...changedPairs, ...(wild === null ? [] : [wild])].join(
        '&',
      );
      return {
        actor,
        options: {
          method: operation.method as 'GET',
          url: `${address}${search && `?${search}`}`,
          ...(body.payload !== undefined && { payload: body.payload }),
          headers: { ...sent, ...(body.type !== undefined && { 'content-type': body.type }) },
        },
      };
    });
}
