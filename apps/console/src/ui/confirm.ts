import type { ReactNode } from 'react';

export interface Question {
  title: ReactNode;
  /** Consequences, with the object and the count. */
  content?: ReactNode;
  okText?: string;
  /** Label of the cancel button; required if the action itself is a cancellation. */
  dismissText?: string;
  danger?: boolean;
  /** Text that must be typed to confirm an irreversible action, e.g. the batch number. */
  name?: string;
  /** Whether the dialog has a reason field. */
  reason?: 'needed' | 'optional';
  /** Label of the reason field if it is not a reason, e.g. a note. */
  reasonLabel?: string;
}

export interface Consent {
  /** The typed name; empty if none was required. */
  confirm: string;
  reason: string | undefined;
}

type Asker = (question: Question, answer: (consent: Consent | undefined) => void) => void;

let asker: Asker | undefined;

/** Registers the shell's dialog. Returns a function that removes it. */
export function hostQuestions(ask: Asker): () => void {
  asker = ask;
  return () => {
    asker = undefined;
  };
}

/** Opens a confirmation dialog; resolves to undefined if the user cancels. */
export const confirm = (question: Question): Promise<Consent | undefined> =>
  new Promise((answer) => (asker ? asker(question, answer) : answer(undefined)));
