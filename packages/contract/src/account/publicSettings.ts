/** `GET /public/settings`: what the sign-in page and the shell may know without a token. */
export interface PublicSettings {
  /** Company line of the sign-in page's footer. */
  company: string;
  /** Filing number with the ministry (ICP). */
  icp: string;
  captchaEnabled: boolean;
  registerEnabled: boolean;
  /** What a new password must be: characters at least, and the family's class of characters (`sys.account.chrtype`). */
  passwordMinLength: number;
  passwordClass: string;
  englishEnabled: boolean;
  previewSite: boolean;
  /** Where codes point to. */
  publicBaseUrl: string;
}
