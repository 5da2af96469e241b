import { Button, message, notification } from 'antd';
import { translate } from '../data/i18n.ts';
import type { ShellServices } from '../data/shell-services.ts';
import { TOKEN_KEY } from '../data/token.ts';

const ERROR_SECONDS = 5;

/** Of errors that may still be open. */
const errorKeys = new Set<string>();

let loadingCount = 0;

let isSessionOver = false;

/** Calls that fail later do not know the reason. */
let expiryReason: string | undefined;

/** An equal text replaces the open notice. */
export const notices: Pick<ShellServices, 'notify' | 'showLoading' | 'notifySessionExpired'> = {
  notify(kind, text, detail) {
    // a form that shows its own refusals would say it a second time
    if (isSessionOver && text === translate('kit.code401')) return;
    // after a successful retry, the refusal before it would contradict
    if (kind === 'success') closeErrors();
    else if (kind === 'error') errorKeys.add(text);
    if (detail) notification[kind]({ key: text, title: text, description: detail, duration: ERROR_SECONDS, placement: 'topRight' });
    else void message.open({ key: text, type: kind, content: text, duration: kind === 'success' || kind === 'info' ? 3 : ERROR_SECONDS });
  },
  showLoading(text) {
    // with a common key, the end of an earlier notice would also close this one
    loadingCount++;
    const key = `loading ${loadingCount}`;
    void message.open({ key, type: 'loading', content: text, duration: 0 });
    return {
      close: (result) => {
        if (!result) return message.destroy(key);
        const { kind, text: content } = result;
        void message.open({ key, type: kind, content, duration: kind === 'error' ? ERROR_SECONDS : 3 });
      },
    };
  },
  notifySessionExpired(reason) {
    if (!isSessionOver) addEventListener('storage', endWithSignIn);
    isSessionOver = true;
    expiryReason ??= reason;
    notification.warning({
      key: 'session',
      title: expiryReason ?? translate('kit.sessionOver'),
      description: translate('kit.code401'),
      duration: 0,
      closable: false,
      actions: (
        <Button
          type="primary"
          size="small"
          onClick={() => {
            // on a phone it would cover the dialog
            notification.destroy('session');
            dispatchEvent(new Event('suyuan:session-over'));
          }}
        >
          {translate('kit.signInAgain')}
        </Button>
      ),
    });
  },
};

function closeErrors() {
  for (const key of errorKeys) {
    message.destroy(key);
    notification.destroy(key);
  }
  errorKeys.clear();
}

/** Another window has signed in, and this page's requests use its session. */
function endWithSignIn({ key, newValue }: StorageEvent) {
  if (key === TOKEN_KEY && newValue !== null) closeSessionNotice();
}

/** The user is signed in again: a later end of the session is reported again. */
export function closeSessionNotice() {
  removeEventListener('storage', endWithSignIn);
  isSessionOver = false;
  expiryReason = undefined;
  notification.destroy('session');
}
