/** The company line that an installation starts with: the product's own name, which another language says in its own way. */
export const COMPANY_AT_FIRST = '溯源防伪系统';
