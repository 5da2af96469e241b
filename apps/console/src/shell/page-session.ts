import { readToken } from '../data/token.ts';

/** Token at page load, or of the last sign-in on this page; the page displays this session's name and permissions. */
let pageToken = readToken();

/** Milliseconds until a page is unloaded after sign-out: up to five seconds for the request, the rest for navigation. */
const SIGN_OUT_TIMEOUT_MS = 15_000;

let isSignOutStarted = false;

/** Whether the user is signing out here, so that the end of the session is not reported. */
export const isSigningOut = () => isSignOutStarted;

/** Marks the page as leaving, for a limited time: with unsaved changes, the user may stay, and the session is watched again. */
export const markSigningOut = () => {
  isSignOutStarted = true;
  setTimeout(() => {
    isSignOutStarted = false;
  }, SIGN_OUT_TIMEOUT_MS);
};

/** The same user has signed in again on this page. */
export const adoptSession = () => {
  pageToken = readToken();
};

/** Whether another tab has signed in since. This page may neither end nor use that session. */
export function isSessionReplaced(): boolean {
  const currentToken = readToken();
  return currentToken !== undefined && currentToken !== pageToken;
}
