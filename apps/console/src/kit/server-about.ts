import type { Extension, PublicSettings, ServerAbout } from '@suyuan/contract';

let about: ServerAbout = {};

/** Tells whether the server has this beyond the RuoYi family; known once the session has begun. */
export const has = (extension: Extension): boolean => about.extensions?.includes(extension) ?? false;

/** The installation's public settings; undefined on a server of the family that is not ours. */
export const serverSettings = (): PublicSettings | undefined => about.settings;

/** Takes what the server told of itself at the session's start. */
export const learnServer = ({ extensions, settings }: ServerAbout) => {
  about = { extensions, settings };
};
