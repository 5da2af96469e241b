import fc from 'fast-check';
import { strangeText } from './strange-values.ts';

const contents = fc.constantFrom(
  ...[
    '',
    'x',
    'a,b\n1,2\n',
    '码\n8K3M7QPDX2TA\n',
    '\0\0\0',
    'PK\x03\x04',
    '\x89PNG\r\n\x1a\n',
    '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff',
    'GIF89a',
    '\xff\xd8\xff',
  ],
  ...[
    '{"@context":[],"type":"EPCISDocument"}',
    '{}',
    '[]',
    '%PDF-1.7',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '\ufeffa',
    `${'a,'.repeat(5000)}\n`,
    'a\n'.repeat(3000),
  ],
);

/** Multipart forms with some of `parts`: complete or truncated, with a matching or different boundary. */
export const forms = (parts: readonly string[]) =>
  fc
    .record({
      parts: fc.array(
        fc.record({
          name: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('file', ...parts) }, { weight: 1, arbitrary: strangeText }),
          fileName: fc.option(
            fc.oneof(fc.constantFrom('a.xlsx', 'a.csv', 'a.txt', 'a.png', 'a.json', 'a', '', '../a.png', 'a.exe'), strangeText),
          ),
          content: fc.oneof(contents, strangeText),
        }),
        { maxLength: 4 },
      ),
      boundary: fc.oneof(
        { weight: 8, arbitrary: fc.constant('; boundary=b') },
        fc.constantFrom('', '; boundary=', '; boundary=c', `; boundary=${'b'.repeat(400)}`),
      ),
      /** Transmitted fraction, in thousandths. */
      sent: fc.oneof({ weight: 4, arbitrary: fc.constant(1000) }, { weight: 1, arbitrary: fc.nat(1000) }),
    })
    .map(({ parts: formParts, boundary, sent }) => {
      const stripDelimiters = (text: string) => text.replaceAll(/[\r\n"]/g, '');
      const body = formParts.map(
        ({ name, fileName, content }) =>
          `--b\r\ncontent-disposition: form-data; name="${stripDelimiters(name)}"${fileName === null ? '' : `; filename="${stripDelimiters(fileName)}"\r\ncontent-type: application/octet-stream`}\r\n\r\n${content}\r\n`,
      );
      const whole = Buffer.from(`${body.join('')}--b--\r\n`, 'utf8');
      return { payload: whole.subarray(0, Math.ceil((whole.length * sent) / 1000)), type: `multipart/form-data${boundary}` };
    });
