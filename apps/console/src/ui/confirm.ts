import type { ReactNode } from 'react';

export interface Question {
  title: ReactNode;
  /** With the object and the count. */
  content?: ReactNode;
  okText?: string;
  /** Label of the cancel button; required if the action itself is a cancellation. */
  dismissText?: string;
  danger?: boolean;
  /** Must be typed to confirm, e.g. the batch number. */
  name?: string;
  /** Whether the dialog has a reason field. */
  reason?: 'needed' | 'optional';
  /** If it is not a reason, e.g. a note. */
  reasonLabel?: string;
}

export interface Consent {
  confirm: string;
  reason: string | undefined;
}

type Asker = (question: Question, answer: (consent: Consent | undefined) => void) => void;

let asker: Asker | undefined;

/** Returns a function that removes the dialog. */
export function hostQuestions(ask: Asker): () => void {
  asker = ask;
  return () => {
    asker = undefined;
  };
}

/** Undefined if the user cancels. */
export const confirm = (question: Question): Promise<Consent | undefined> =>
  new Promise((answer) => (asker ? asker(question, answer) : answer(undefined)));
