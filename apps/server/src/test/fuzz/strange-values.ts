import fc from 'fast-check';

/** Boundary numbers of columns, doubles and messages. */
const edgeNumbers = [
  ...[0, -1, 1, 1.5, 32_767, 32_768, 2_147_483_647, 2_147_483_648, -2_147_483_649, 4_294_967_296, 1e12, 1e15],
  ...[Number.MAX_SAFE_INTEGER, 2 ** 53, 2 ** 63, 1e20, 1e21, 1e308, 5e-324, -0],
];

/** Texts that PostgreSQL cannot store. */
const unstorable = ['\0', 'a\0b', '\ud800', 'a\udfff'];

const strangeTexts = [
  ...['', ' ', '0', '-1', '1', '1.5', '1e3', '1e309', 'NaN', 'Infinity', '2147483648', '9007199254740993', '9223372036854775808'],
  ...[
    '00000000000000000001',
    '0x10',
    '1_000',
    '１２',
    'true',
    'null',
    'undefined',
    '[]',
    '{}',
    '[object Object]',
    ',',
    '1,,2',
    '1,2,3',
    ',1',
  ],
  ...["'", '"', '\\', '%', '_', '`', "' or '1'='1", '$1', '{0}', '{digits}', '{a, plural, one {x}', '<script>alert(1)</script>', '&amp;'],
  ...[
    '../../etc/passwd',
    '..%2f',
    '/',
    '//',
    'C:\\',
    '.',
    '..',
    'a/b',
    '/profile/upload/x.png',
    'http://x',
    'javascript:alert(1)',
    'file:///etc',
  ],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', 'then'],
  ...[
    '2026-02-29',
    '2026-02-30',
    '0000-00-00',
    '0001-01-01',
    '99999-01-01',
    '2026-13-01 25:61:61',
    '2026-01-01T00:00:00Z',
    '9999-12-31 23:59:59',
  ],
  ...['2026-01-01', '294277-01-01', '-infinity', 'infinity', 'now', 'epoch', '24:00', '0 0 0 1 1 ? 2099', '* * * * * ?', '0 0 0 31 2 ?'],
  ...[
    '\u202e',
    '\u200b',
    '\ufeff',
    '\uffff',
    '\u2028',
    '\x1b[31m',
    '\r\n',
    '\t',
    '\x7f',
    '😀',
    '𠮷',
    'é',
    'ﷺ',
    'ß',
    'İ',
    '=1+1',
    '@SUM(1)',
  ],
  ...['x'.repeat(65), 'x'.repeat(300), '长'.repeat(5000), '1'.repeat(400), '(a+)+$', '[', '(?<', '^(?:a|aa)+$', '\\p{L}'],
  ...[
    '8K3M7QPDX2TA',
    '(01)06901234567892(21)ABC',
    ']d20106901234567892\u001d21ABC',
    '06901234567892',
    '0106901234567892',
    'https://t.example.cn/c/ABC',
  ],
  ...['350000', '000000', 'admin', '1.1.1.1', '::1', '::/0', '0.0.0.0/0', '10.0.0.0/33', 'Asia/Shanghai', 'Etc/GMT+12', '/', '..', '-'],
  ...unstorable,
];

export const strangeText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...strangeTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
);

/** Nested lists, up to and beyond the supported depth. */
const nested = fc.constantFrom(3, 50, 199, 201, 1000).map((levels) => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
  return value;
});

export const strangeValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: strangeText },
  { weight: 6, arbitrary: fc.constantFrom<unknown>(...edgeNumbers) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], [1], ['1'], [1, 1], { a: 1 }, { length: 1 }) },
  { weight: 1, arbitrary: fc.constantFrom(600, 20_000).map((length) => Array.from({ length }, (_, index) => index)) },
  { weight: 1, arbitrary: fc.constant(Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`k${index}`, index]))) },
  { weight: 1, arbitrary: nested },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

export const strangeBody = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      '{',
      '{"a":',
      '[1,2',
      '"',
      'null',
      '[]',
      '7',
      '{"a":1}}',
      '{"__proto__":{"admin":true}}',
      '\0',
      '{"a":"\\u0000"}',
      '{"a\\u0000":1}',
    ],
    ...[
      '{"a":"\\ud800"}',
      '{"a":1,"a":2}',
      '{"a":1e999}',
      '{"a":-0}',
      'a=b&c=d',
      'a[b][c]=1',
      '%zz=%',
      '&&&===',
      '\ufeff{}',
      `${'['.repeat(50_000)}`,
    ],
    `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    `{"a":"${'x'.repeat(200_000)}"}`,
    `{"a":${'9'.repeat(1000)}}`,
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
);
