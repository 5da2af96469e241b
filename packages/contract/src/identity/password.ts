/**
 * Character classes of `sys.account.chrtype`: 0 any (NIST SP 800-63B), 1 digits, 2 letters, 3 letters and digits, 4 letters, digits
 * and symbols. 1 and 2 allow no other characters. 3 and 4 require one character of each kind and allow others.
 */
const classes: Record<string, RegExp> = {
  1: /^\d+$/,
  2: /^[a-z]+$/i,
  3: /(?=.*\d)(?=.*[a-z])/is,
  4: /(?=.*\d)(?=.*[a-z])(?=.*[~!@#$%^&*()\-=_+])/is,
};

/** An unknown class accepts every password. */
export const fitsPasswordClass = (password: string, passwordClass: string): boolean => classes[passwordClass]?.test(password) ?? true;

/** Password length that a RuoYi server accepts at sign-in. */
export const RUOYI_PASSWORD = { min: 5, max: 20 } as const;

/** Characters that RuoYi forms reject. RuoYi's XSS filter alters `<` and `>` before it stores a password. */
const unsafe = /[<>"'\\|]/;

/** Whether a RuoYi server accepts this password at sign-in. Such a server does not validate a password when it is set. */
export const fitsRuoYi = (password: string): boolean =>
  password.length >= RUOYI_PASSWORD.min && password.length <= RUOYI_PASSWORD.max && !unsafe.test(password);

/** Length in code points, so that an emoji or a rare Chinese character counts as one. */
export const lengthOf = (password: string): number => [...password].length;
