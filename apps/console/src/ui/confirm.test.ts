import { afterEach, expect, test } from 'vitest';
import { confirm, setConfirmHandler } from './confirm.ts';

let removeHandler = () => {};
afterEach(() => removeHandler());

function recordDialogs() {
  const dialogs: { title: unknown; answer: (isConfirmed: boolean) => void }[] = [];
  removeHandler = setConfirmHandler(({ title }, _action, answer) => dialogs.push({ title, answer }));
  return dialogs;
}

test('A double click opens one dialog', async () => {
  const dialogs = recordDialogs();
  const first = confirm({ title: 'Approve “A”?' });
  const second = confirm({ title: 'Approve “A”?' });
  expect(dialogs).toHaveLength(1);
  expect(await second).toBe(false);
  dialogs[0]?.answer(true);
  expect(await first).toBe(true);
});

test('The same dialog can be opened again after it has closed', async () => {
  const dialogs = recordDialogs();
  const first = confirm({ title: 'Approve “A”?' });
  dialogs[0]?.answer(false);
  expect(await first).toBe(false);
  void confirm({ title: 'Approve “A”?' });
  expect(dialogs).toHaveLength(2);
});

test('A dialog that was left by signing out does not block the next one', () => {
  recordDialogs();
  void confirm({ title: 'Approve “A”?' });
  removeHandler();
  const dialogs = recordDialogs();
  void confirm({ title: 'Approve “A”?' });
  expect(dialogs).toHaveLength(1);
});

test('Different questions are queued', () => {
  const dialogs = recordDialogs();
  void confirm({ title: 'Approve “A”?' });
  void confirm({ title: 'Discard the changes?' });
  expect(dialogs).toHaveLength(2);
});
