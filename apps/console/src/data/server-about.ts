import type { Extension, PublicSettings, UserInfo } from '@suyuan/contract';

type About = Pick<UserInfo, 'extensions' | 'settings'> & Partial<Pick<UserInfo, 'pwdChrtype'>>;

let about: About = {};

/** Whether the server offers an extension to the RuoYi API. Set when the session starts. */
export const has = (extension: Extension): boolean => about.extensions?.includes(extension) ?? false;

/** The installation's public settings; undefined on a plain RuoYi server. */
export const serverSettings = (): PublicSettings | undefined => about.settings;

/** The setting `sys.account.chrtype`. Older RuoYi servers do not send it. */
export const passwordClass = (): string => about.pwdChrtype ?? '0';

/** Stores the extensions and settings from `/getInfo`. */
export const learnServer = ({ extensions, settings, pwdChrtype }: About) => {
  about = { extensions, settings, ...(pwdChrtype !== undefined && { pwdChrtype }) };
};
