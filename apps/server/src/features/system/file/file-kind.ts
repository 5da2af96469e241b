import { documentEndings, pictureEndings } from '@suyuan/contract';

/** Detects the file type by content. The name must agree with it. */
export interface Kind {
  /** Extension used for storage. */
  ending: string;
  type: string;
  picture: boolean;
}

const starts = (signature: string | readonly number[], at = 0) => {
  const bytes = Buffer.from(signature as string, 'latin1');
  return (head: Buffer) => head.subarray(at, at + bytes.length).equals(bytes);
};
const both =
  (...tests: ((head: Buffer) => boolean)[]) =>
  (head: Buffer) =>
    tests.every((test) => test(head));

const zip = starts('PK\x03\x04');
const compound = starts('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');
const isText = (head: Buffer) => !head.subarray(0, 4096).some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27));

const pictures: [ending: string, type: string, test: (head: Buffer) => boolean][] = [
  ['png', 'image/png', starts('\x89PNG\r\n\x1a\n')],
  ['jpg', 'image/jpeg', starts('\xff\xd8\xff')],
  ['gif', 'image/gif', (head) => starts('GIF87a')(head) || starts('GIF89a')(head)],
  ['webp', 'image/webp', both(starts('RIFF'), starts('WEBP', 8))],
  ['bmp', 'image/bmp', both(starts('BM'), (head) => head.length > 18 && head.readUInt32LE(14) <= 124)],
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
  pdf: ['application/pdf', starts('%PDF-')],
  rar: ['application/vnd.rar', starts('Rar!\x1a\x07')],
  zip: ['application/zip', zip],
  gz: ['application/gzip', starts('\x1f\x8b\x08')],
  bz2: ['application/x-bzip2', starts('BZh')],
  mp4: ['video/mp4', starts('ftyp', 4)],
  avi: ['video/x-msvideo', both(starts('RIFF'), starts('AVI ', 8))],
  rmvb: ['application/vnd.rn-realmedia-vbr', starts('.RMF')],
};

const isOne = <T extends string>(list: readonly T[], ending: string): ending is T => list.some((one) => one === ending);

/** Image type by the first bytes; undefined if not an image. */
export function pictureOf(head: Buffer): Kind | undefined {
  const found = pictures.find(([, , test]) => test(head));
  return found && { ending: found[0], type: found[1], picture: true };
}

/** File type by extension and first bytes; undefined if they disagree or the type is not accepted. */
export function kindOf(ending: string, head: Buffer): Kind | undefined {
  if (ending === '' || isOne(pictureEndings, ending)) return pictureOf(head);
  if (!isOne(documentEndings, ending)) return undefined;
  const [type, test] = documents[ending];
  return test(head) ? { ending, type, picture: false } : undefined;
}
