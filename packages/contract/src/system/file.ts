import { z } from 'zod';
/** An uploaded picture has fewer bytes than this: "under 2 MB". */
export const PICTURE_BYTES = 2_097_152;

/** Any other uploaded file has at most this many bytes. */
export const FILE_BYTES = 10_485_760;

/** Files of one upload, at most. */
export const FILES_AT_ONCE = 10;

/** Characters of the name that a file had where it came from. */
export const FILE_NAME_LENGTH = 100;

/** Endings of pictures that are shown in pages. A drawing that can carry scripts (svg) is none. */
export const pictureEndings = ['bmp', 'gif', 'jpg', 'jpeg', 'png', 'webp'] as const;

/** Endings of everything else that may be uploaded; a page (html) is none of it. */
export const documentEndings = [
  ...['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt', 'pdf'],
  ...['rar', 'zip', 'gz', 'bz2', 'mp4', 'avi', 'rmvb'],
] as const;

/** What `POST /common/upload` answers beside code and msg. */
export const UploadAnswer = z.object({
  /** Address of the file, for `src` and `href`. */
  url: z.string(),
  /** The same below `/api`: `/profile/upload/2026/01/31/<32 hexadecimal digits>.png`. */
  fileName: z.string(),
  newFileName: z.string(),
  originalFilename: z.string(),
});
export type UploadAnswer = z.output<typeof UploadAnswer>;
