/**
 * What the browser keeps of a remembered sign-in, each under a key of its own. The place of the remembered password holds the ticket of
 * this device (reference: security §2.3): it opens one session, is replaced at each use, and yields no password. Passwords themselves are
 * left to the browser's own manager.
 */
const keys = { name: 'suyuan.rememberedName', ticket: 'suyuan.rememberedPassword', flag: 'suyuan.remember' } as const;

/** Who signed in last with the mark set; '' where nobody did. */
export const rememberedName = () => localStorage.getItem(keys.name) ?? '';

/** Whether the mark is set. */
export const isRemembering = () => localStorage.getItem(keys.flag) === 'true';

/** The ticket, where `userName` is whom it was given to. */
export const ticketOf = (userName: string) =>
  userName.toLowerCase() === rememberedName().toLowerCase() ? (localStorage.getItem(keys.ticket) ?? '') : '';

/** Keeps who signed in, and the next ticket where the server gave one. */
export function remember(userName: string, ticket: string | undefined) {
  localStorage.setItem(keys.flag, 'true');
  localStorage.setItem(keys.name, userName);
  if (ticket) localStorage.setItem(keys.ticket, ticket);
  else clearTicket();
}

/** Keeps nothing. */
export function forget() {
  for (const key of Object.values(keys)) localStorage.removeItem(key);
}

/** Keeps name and mark, and nothing that opens a session. */
export const clearTicket = () => localStorage.removeItem(keys.ticket);
