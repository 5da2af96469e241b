import type { Extension, PublicSettings, UserInfo } from '@suyuan/contract';

type ServerInfo = Pick<UserInfo, 'extensions' | 'settings'> & Partial<Pick<UserInfo, 'pwdChrtype'>>;

let serverInfo: ServerInfo = {};

/** Whether the server offers an extension to the RuoYi API. Set when the session starts. */
export const hasExtension = (extension: Extension): boolean => serverInfo.extensions?.includes(extension) ?? false;

/** The installation's public settings; undefined on a plain RuoYi server. */
export const serverSettings = (): PublicSettings | undefined => serverInfo.settings;

/** The setting `sys.account.chrtype`. Older RuoYi servers do not send it. */
export const passwordClass = (): string => serverInfo.pwdChrtype ?? '0';

/** Stores the extensions and settings from `/getInfo`. */
export const setServerInfo = ({ extensions, settings, pwdChrtype }: ServerInfo) => {
  serverInfo = { extensions, settings, ...(pwdChrtype !== undefined && { pwdChrtype }) };
};
