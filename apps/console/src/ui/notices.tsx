import { Button, message, notification } from 'antd';
import type { Hosts } from '../data/hosts.ts';
import { say } from '../data/words.ts';

const ERROR_SECONDS = 5;

/** Calls that fail later do not know the reason. */
let ended: string | undefined;

/** An equal text replaces the open notice. */
export const notices: Pick<Hosts, 'tell' | 'loading' | 'sessionOver'> = {
  tell(kind, text, detail) {
    if (detail) notification[kind]({ key: text, title: text, description: detail, duration: ERROR_SECONDS, placement: 'topRight' });
    else void message.open({ key: text, type: kind, content: text, duration: kind === 'success' || kind === 'info' ? 3 : ERROR_SECONDS });
  },
  loading(text) {
    const key = `loading ${text}`;
    void message.open({ key, type: 'loading', content: text, duration: 0 });
    return {
      done: (outcome) => {
        if (!outcome) return message.destroy(key);
        const { kind, text: said } = outcome;
        void message.open({ key, type: kind, content: said, duration: kind === 'error' ? ERROR_SECONDS : 3 });
      },
    };
  },
  sessionOver(why) {
    ended ??= why;
    notification.warning({
      key: 'session',
      title: ended ?? say('kit.sessionOver'),
      description: say('kit.code401'),
      duration: 0,
      closable: false,
      actions: (
        <Button type="primary" size="small" onClick={() => dispatchEvent(new Event('suyuan:session-over'))}>
          {say('kit.signInAgain')}
        </Button>
      ),
    });
  },
};
