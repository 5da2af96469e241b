/**
 * What `sys.account.chrtype` asks of a new password: 0 anything (as NIST SP 800-63B has it), 1 digits, 2 letters, 3 letters and digits,
 * 4 letters, digits and signs. Each must be there; where it is not about all characters, others may be too.
 */
const classes: Record<string, RegExp> = {
  1: /^\d+$/,
  2: /^[a-z]+$/i,
  3: /(?=.*\d)(?=.*[a-z])/is,
  4: /(?=.*\d)(?=.*[a-z])(?=.*[~!@#$%^&*()\-=_+])/is,
};

/** Tells whether a new password keeps to the class of characters that the setting names; an unknown class asks nothing. */
export const fitsPasswordClass = (password: string, passwordClass: string): boolean => classes[passwordClass]?.test(password) ?? true;

/** Characters of a password that a RuoYi server lets sign in. */
export const RUOYI_PASSWORD = { min: 5, max: 20 } as const;

/** Characters that RuoYi's own forms forbid: its filter against scripts alters `<` and `>` before a password is stored. */
const unsafe = /[<>"'\\|]/;

/** Whether a password that is set on a RuoYi server signs in there. Such a server checks nothing when a password is set. */
export const fitsRuoYi = (password: string): boolean =>
  password.length >= RUOYI_PASSWORD.min && password.length <= RUOYI_PASSWORD.max && !unsafe.test(password);

/** Characters as people count them: a Chinese one or a smiley is one. */
export const lengthOf = (password: string): number => [...password].length;
