import type { Extension, PublicSettings, ServerAbout } from '@suyuan/contract';

let about: ServerAbout = {};

/** Whether the server offers an extension to the RuoYi API. Set when the session starts. */
export const has = (extension: Extension): boolean => about.extensions?.includes(extension) ?? false;

/** The installation's public settings; undefined on a plain RuoYi server. */
export const serverSettings = (): PublicSettings | undefined => about.settings;

/** Stores the extensions and settings from `/getInfo`. */
export const learnServer = ({ extensions, settings }: ServerAbout) => {
  about = { extensions, settings };
};
