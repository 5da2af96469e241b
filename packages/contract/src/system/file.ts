import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { queryFlag } from '../core/fields.ts';

/** Exclusive limit for pictures: "under 2 MB". */
export const PICTURE_BYTES = 2_097_152;

/** Inclusive limit for other files. */
export const FILE_BYTES = 10_485_760;

export const FILES_AT_ONCE = 10;

export const FILE_NAME_LENGTH = 100;

/** Excludes svg, which can contain scripts. */
export const pictureEndings = ['bmp', 'gif', 'jpg', 'jpeg', 'png', 'webp'] as const;

/** Excludes html. */
export const documentEndings = [
  ...['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt', 'pdf'],
  ...['rar', 'zip', 'gz', 'bz2', 'mp4', 'avi', 'rmvb'],
] as const;

/** Response of `POST /common/upload`, in addition to code and msg. */
export const UploadAnswer = z.object({
  /** URL for `src` and `href`. */
  url: z.string(),
  /** Path below `/api`: `/profile/upload/2026/01/31/<32 hexadecimal digits>.png`. */
  fileName: z.string(),
  newFileName: z.string(),
  originalFilename: z.string(),
});
export type UploadAnswer = z.output<typeof UploadAnswer>;

const common = { path: '/common' };

export const uploadFile = defineEndpoint(common, 'POST /upload', { access: 'signedIn', rest: 'POST /files', envelope: UploadAnswer.shape });

/** Each field joins the values of all files with commas. */
export const uploadFiles = defineEndpoint(common, 'POST /uploads', {
  access: 'signedIn',
  envelope: { urls: z.string(), fileNames: z.string(), newFileNames: z.string(), originalFilenames: z.string() },
});

const file = ['application/octet-stream'];

export const ownFile = defineEndpoint(common, 'GET /download', {
  access: 'signedIn',
  query: z.object({ fileName: z.string().max(500).default(''), delete: queryFlag }),
  file,
});
export const resourceFile = defineEndpoint(common, 'GET /download/resource', {
  access: 'signedIn',
  rest: 'GET /files/content',
  query: z.object({ resource: z.string().max(500).default('') }),
  file,
});
export const publicPicture = defineEndpoint({ path: '/profile' }, 'GET /*', {
  access: 'anonymous',
  file: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
});
