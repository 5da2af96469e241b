import { documentEndings, pictureEndings } from '@suyuan/contract';

/** Detects the file type by content. The name must agree with it. */
export interface FileKind {
  /** Extension used for storage. */
  ending: string;
  type: string;
  picture: boolean;
}

const startsWith = (signature: string | readonly number[], offset = 0) => {
  const bytes = Buffer.from(signature as string, 'latin1');
  return (head: Buffer) => head.subarray(offset, offset + bytes.length).equals(bytes);
};
const allOf =
  (...tests: ((head: Buffer) => boolean)[]) =>
  (head: Buffer) =>
    tests.every((test) => test(head));

const zip = startsWith('PK\x03\x04');
const compound = startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');
const isText = (head: Buffer) => !head.subarray(0, 4096).some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27));

const pictures: [ending: string, type: string, test: (head: Buffer) => boolean][] = [
  ['png', 'image/png', startsWith('\x89PNG\r\n\x1a\n')],
  ['jpg', 'image/jpeg', startsWith('\xff\xd8\xff')],
  ['gif', 'image/gif', (head) => startsWith('GIF87a')(head) || startsWith('GIF89a')(head)],
  ['webp', 'image/webp', allOf(startsWith('RIFF'), startsWith('WEBP', 8))],
  ['bmp', 'image/bmp', allOf(startsWith('BM'), (head) => head.length > 18 && head.readUInt32LE(14) <= 124)],
];

const office = 'application/vnd.openxmlformats-officedocument';
const documents: Record<(typeof documentEndings)[number], [type: string, test: (head: Buffer) => boolean]> = {
  doc: ['application/msword', compound],
  xls: ['application/vnd.ms-excel', compound],
  ppt: ['application/vnd.ms-powerpoint', compound],
  docx: [`${office}.wordprocessingml.document`, zip],
  xlsx: [`${office}.spreadsheetml.sheet`, zip],
  pptx: [`${office}.presentationml.presentation`, zip],
  txt: ['text/plain; charset=utf-8', isText],
  pdf: ['application/pdf', startsWith('%PDF-')],
  rar: ['application/vnd.rar', startsWith('Rar!\x1a\x07')],
  zip: ['application/zip', zip],
  gz: ['application/gzip', startsWith('\x1f\x8b\x08')],
  bz2: ['application/x-bzip2', startsWith('BZh')],
  mp4: ['video/mp4', startsWith('ftyp', 4)],
  avi: ['video/x-msvideo', allOf(startsWith('RIFF'), startsWith('AVI ', 8))],
  rmvb: ['application/vnd.rn-realmedia-vbr', startsWith('.RMF')],
};

const isMember = <T extends string>(list: readonly T[], ending: string): ending is T => list.some((one) => one === ending);

/** Image type by the first bytes; undefined if not an image. */
export function pictureOf(head: Buffer): FileKind | undefined {
  const match = pictures.find(([, , test]) => test(head));
  return match && { ending: match[0], type: match[1], picture: true };
}

/** File type by extension and first bytes; undefined if they disagree or the type is not accepted. */
export function kindOf(ending: string, head: Buffer): FileKind | undefined {
  if (ending === '' || isMember(pictureEndings, ending)) return pictureOf(head);
  if (!isMember(documentEndings, ending)) return undefined;
  const [type, test] = documents[ending];
  return test(head) ? { ending, type, picture: false } : undefined;
}
