import type { ReactNode } from 'react';

export interface Question {
  title: ReactNode;
  /** What will happen, with the object and the count. */
  content?: ReactNode;
  okText?: string;
  /** What leaves everything as it is; needed where the act itself is to cancel. */
  dismissText?: string;
  danger?: boolean;
  /** What must be typed before a final action goes on, e.g. the batch number. */
  name?: string;
  /** Whether a reason is asked for. */
  reason?: 'needed' | 'optional';
  /** What the reason is called where it is none, e.g. a note. */
  reasonLabel?: string;
}

export interface Consent {
  /** What was typed as the name; empty where none was asked. */
  confirm: string;
  reason: string | undefined;
}

type Asker = (question: Question, answer: (consent: Consent | undefined) => void) => void;

let asker: Asker | undefined;

/** The shell shows questions from here on. */
export function hostQuestions(ask: Asker): () => void {
  asker = ask;
  return () => {
    asker = undefined;
  };
}

/** Asks before an act; resolves to undefined when the user thinks better of it. */
export const confirm = (question: Question): Promise<Consent | undefined> =>
  new Promise((answer) => (asker ? asker(question, answer) : answer(undefined)));
