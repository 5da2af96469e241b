import { readToken } from '../data/token.ts';

/** The token that this page began with; the name and the rights that it shows are that session's. */
const began = readToken();

/** Milliseconds within which a page that was left is gone: the sign-out may take five seconds, the next page the rest. */
const WAY_OUT = 15_000;

let left = false;

/** Whether somebody pressed the way out here: that the session is over is no news then. */
export const isLeaving = () => left;

/** This page is on its way out now; whoever has unsaved changes may stay after all, and hears again what becomes of the session. */
export const leave = () => {
  left = true;
  setTimeout(() => {
    left = false;
  }, WAY_OUT);
};

/** Whether somebody has since signed in anew beside this page, which may neither end nor use what is theirs. */
export function isOvertaken(): boolean {
  const now = readToken();
  return now !== undefined && now !== began;
}
