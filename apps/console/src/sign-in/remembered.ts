/**
 * What the browser keeps of a remembered sign-in, each under a key of its own. The place of the remembered password holds the ticket of
 * this device (reference: security §2.3): it opens one session, is replaced at each use, and yields no password. Passwords themselves are
 * left to the browser's own manager.
 */
const keys = { name: 'suyuan.rememberedName', ticket: 'suyuan.rememberedPassword', flag: 'suyuan.remember' } as const;

export const rememberedName = () => localStorage.getItem(keys.name) ?? '';
export const isRemembering = () => localStorage.getItem(keys.flag) === 'true';

/** The ticket, where `userName` is whom it was given to. */
export const ticketOf = (userName: string) =>
  userName.toLowerCase() === rememberedName().toLowerCase() ? (localStorage.getItem(keys.ticket) ?? '') : '';

/** Keeps who signed in, and the next ticket where the server gave one. */
export function remember(userName: string, ticket: string | undefined) {
  localStorage.setItem(keys.flag, 'true');
  localStorage.setItem(keys.name, userName);
  if (ticket) localStorage.setItem(keys.ticket, ticket);
  else forgetTicket();
}

/** Keeps nothing. */
export function forget() {
  for (const key of Object.values(keys)) localStorage.removeItem(key);
}

export const forgetTicket = () => localStorage.removeItem(keys.ticket);
