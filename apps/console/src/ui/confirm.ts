import type { ReactNode } from 'react';
import { translate } from '../data/i18n.ts';

export interface ConfirmImpact {
  /** Identifies the counts. */
  key: readonly unknown[];
  read: () => Record<string, number> | Promise<Record<string, number>>;
  /** Key of the text of a count, or of `none` if all are zero. */
  word(name: string): string;
  /** Page with the details. */
  to?: string | undefined;
  linkText?: string;
}

export interface ConfirmOptions {
  title: ReactNode;
  /** With the object and the count. */
  content?: ReactNode;
  /** What the action affects, above the content. */
  impact?: ConfirmImpact | undefined;
  /** Who is notified, below the content. */
  notified?: string | undefined;
  okText?: string;
  /** The content says what has to be done first. */
  blocked?: boolean;
  /** Label of the cancel button; required if the action itself is a cancellation. */
  dismissText?: string;
  danger?: boolean;
  /** Must be typed to confirm, e.g. the batch number. */
  name?: string;
  /** Whether the dialog has a reason field. */
  reason?: 'required' | 'optional';
  /** If it is not a reason, e.g. a note. */
  reasonLabel?: string;
}

export interface Confirmation {
  confirm: string;
  reason: string | undefined;
}

/** The request of the dialog, which stays open if it rejects. */
export type ConfirmAction = (confirmation: Confirmation) => Promise<unknown>;

type ConfirmHandler = (options: ConfirmOptions, action: ConfirmAction | undefined, resolve: (isConfirmed: boolean) => void) => void;

let handler: ConfirmHandler | undefined;

/** Of the dialogs that are open or queued. */
const openTitles = new Set<ReactNode>();

/** Returns a function that removes the dialog. */
export function setConfirmHandler(newHandler: ConfirmHandler): () => void {
  handler = newHandler;
  return () => {
    handler = undefined;
    openTitles.clear();
  };
}

/**
 * Resolves when the dialog has closed: false if the user cancelled, otherwise the action has succeeded. A second click on the same button
 * resolves to false, so that it does not queue the dialog again behind itself.
 */
export const confirm = (options: ConfirmOptions, action?: ConfirmAction): Promise<boolean> => {
  const { title } = options;
  if (!handler || openTitles.has(title)) return Promise.resolve(false);
  const openDialog = handler;
  openTitles.add(title);
  return new Promise<boolean>((resolve) => openDialog(options, action, resolve)).finally(() => openTitles.delete(title));
};

export const confirmDiscard = () =>
  confirm({
    title: translate('kit.unsavedAsk'),
    content: translate('kit.unsavedHint'),
    okText: translate('kit.discard'),
    dismissText: translate('kit.goOnEditing'),
    danger: true,
  });

/** Leaves a form at once, or with unsaved changes after a confirmation. */
export async function leaveForm(dirty: boolean, leave: () => void) {
  if (!dirty || (await confirmDiscard())) leave();
}
