/**
 * What our server has beyond the RuoYi family, as `/getInfo` and `/captchaImage` tell the console. A server of the family that is not ours
 * tells none, and the console then shows and asks nothing of it.
 */
export const extensions = [
  /** `GET /account/session/watch`: says that the session is over when it is. */
  'sessionWatch',
  /** `importData?dryRun=1&background=1&keepGood=1`: what an import would do is shown first. */
  'importPreview',
  /** Operation logs are sealed and moved to an archive; nothing is deleted. */
  'auditArchive',
  /** Changed passwords and disabled users end sessions. */
  'sessionEnd',
] as const;

export type Extension = (typeof extensions)[number];
