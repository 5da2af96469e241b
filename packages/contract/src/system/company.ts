/** The company line that an installation starts with: the product's own name, which another language says in its own way. */
export const COMPANY_AT_FIRST = '溯源防伪系统';

/** The first line of a footer: the company, or the product's name in the language of the page as long as no company is set. */
export const companyLine = (company: string, title: string): string => (company === COMPANY_AT_FIRST ? `© ${title}` : company);
