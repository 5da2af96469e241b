import { readToken } from '../data/token.ts';

/** Token at page load; the page displays this session's name and permissions. */
const began = readToken();

/** Milliseconds until a page is unloaded after sign-out: up to five seconds for the request, the rest for navigation. */
const WAY_OUT = 15_000;

let left = false;

/** Whether the user is signing out here, so that the end of the session is not reported. */
export const isLeaving = () => left;

/** Marks the page as leaving, for a limited time: with unsaved changes, the user may stay, and the session is watched again. */
export const leave = () => {
  left = true;
  setTimeout(() => {
    left = false;
  }, WAY_OUT);
};

/** Whether another tab has signed in since. This page may neither end nor use that session. */
export function isOvertaken(): boolean {
  const now = readToken();
  return now !== undefined && now !== began;
}
