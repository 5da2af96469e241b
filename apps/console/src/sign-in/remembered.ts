/**
 * Stored data of a remembered sign-in, one key each. Stores a device ticket instead of the password: it opens one session and is replaced
 * at each use. Passwords are left to the browser's password manager.
 */
const keys = { name: 'suyuan.rememberedName', ticket: 'suyuan.rememberedPassword', flag: 'suyuan.remember' } as const;

/** User name of the last remembered sign-in, or ''. */
export const rememberedName = () => localStorage.getItem(keys.name) ?? '';

export const isRemembering = () => localStorage.getItem(keys.flag) === 'true';

/** The ticket, if it belongs to `userName`. */
export const ticketOf = (userName: string) =>
  userName.toLowerCase() === rememberedName().toLowerCase() ? (localStorage.getItem(keys.ticket) ?? '') : '';

/** Stores the user name, and the next ticket if the server sent one. */
export function rememberSignIn(userName: string, ticket: string | undefined) {
  localStorage.setItem(keys.flag, 'true');
  localStorage.setItem(keys.name, userName);
  if (ticket) localStorage.setItem(keys.ticket, ticket);
  else clearTicket();
}

export function forgetSignIn() {
  for (const key of Object.values(keys)) localStorage.removeItem(key);
}

/** Keeps name and flag, but nothing that opens a session. */
export const clearTicket = () => localStorage.removeItem(keys.ticket);
