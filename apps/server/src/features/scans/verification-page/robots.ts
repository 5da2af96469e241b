/**
 * Parts of the names of robots and link previews, which open links without a consumer behind them. Names that people's browsers have too
 * are told apart: LINE, KakaoTalk and Pinterest are also apps that show pages, YaBrowser, Sogou's and Baidu's are browsers.
 */
const names = [
  // what most call themselves: Googlebot, AdsBot-Google, Applebot, bitlybot, archive.org_bot; some telephones too: see `renderPreview`
  'bot\\b|bot[-_]|spider|crawl|slurp|archiver',
  // Facebook and those who call themselves so to be let in: LINE (line-poker), KakaoTalk (kakaotalk-scrap), iMessage
  'facebookexternal|facebookcatalog|facebot|meta-external|kakaotalk-scrap|line-poker',
  '(?:bing|microsoft|skypeuri|url ?|link[- ]?|google web )preview',
  'whatsapp/|viber|vkshare|embedly|iframely|snap url|pinterest/0|larkurl2meta|linkservice|qq-urlmanager',
  'google-(?:read-aloud|pagerenderer|inspectiontool|site-verification|safety|adwords)|googleother|googleimageproxy|google favicon|apis-google|feedfetcher|mediapartners|lighthouse|page ?speed',
  'yandex(?!browser|search)|yeti/|daumoa|qwantify|barkrowler|heritrix|nutch',
  '(?:chatgpt|claude|perplexity|mistralai)-user|anthropic-ai|cohere-ai|diffbot',
  'pingdom|statuscake|site24x7|w3c_validator',
];

const robots = new RegExp(names.join('|'), 'i');

/** Tells whether the name of a browser is that of a robot. */
export const isRobot = (agent: string): boolean => robots.test(agent);
