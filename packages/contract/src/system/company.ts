/** Product name, which other languages translate. */
export const COMPANY_AT_FIRST = '溯源防伪系统';

/** The translated product name until a company is configured. */
export const companyLine = (company: string, title: string): string => (company === COMPANY_AT_FIRST ? `© ${title}` : company);
