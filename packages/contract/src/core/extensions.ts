/**
 * Extensions of our server to the RuoYi API, listed in the answers of `/getInfo` and `/captchaImage`. A plain RuoYi server lists none; the
 * console then hides what depends on them and sends no request for it.
 */
export const extensions = [
  /** `GET /account/session/watch`: a long poll that returns when the session ends. */
  'sessionWatch',
  /** `importData?dryRun=1&background=1&keepGood=1`: previews an import before it is carried out. */
  'importPreview',
  /** Operation logs are sealed and moved to an archive; nothing is deleted. */
  'auditArchive',
  /** Changing a password or disabling a user ends the user's sessions. */
  'sessionEnd',
] as const;

export type Extension = (typeof extensions)[number];
