import { beforeAll, describe, expect, it } from 'vitest';
import { issueCodes } from '../../../test/issued-codes.ts';
import { openPublicSite, type PublicSite } from '../../../test/public-site.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { previewVerification } from '../verification/verification.service.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

const robots = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; AdsBot-Google; +http://www.google.com/adsbot.html)',
  'Mediapartners-Google',
  'APIs-Google (+https://developers.google.com/webmasters/APIs-Google.html)',
  `Mozilla/5.0 (Linux; Android 7.0; SM-G930V) ${chrome} Mobile Safari/537.36 (compatible; Google-Read-Aloud; +https://support.google.com/webmasters/answer/1061943)`,
  `Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36 Google-PageRenderer Google (+https://developers.google.com/+/web/snippet/)`,
  'Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)',
  `Mozilla/5.0 (compatible; GoogleOther) ${chrome} Safari/537.36`,
  'Mozilla/5.0 (en-us) AppleWebKit/537.36 (KHTML, like Gecko; Google Web Preview) Chrome/127.0 Safari/537.36',
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome} Safari/537.36 Chrome-Lighthouse`,
  `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0 Safari/537.36`,
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 (compatible; MicrosoftPreview/2.0; +https://aka.ms/MicrosoftPreview)`,
  'Mozilla/5.0 (iPhone; CPU iPhone OS 7_0 like Mac OS X) AppleWebKit/537.51.1 (KHTML, like Gecko) Version/7.0 Mobile/11A465 Safari/9537.53 BingPreview/1.0b',
  'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  'Mozilla/5.0 (compatible; YandexImageResizer/2.0; +http://yandex.com/bots)',
  'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
  'Mozilla/5.0 (compatible; Baiduspider-render/2.0; +http://www.baidu.com/search/spider.html)',
  'Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)',
  'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0); 360Spider',
  'Mozilla/5.0 (Linux; Android 7.0;) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; PetalBot;+https://webmaster.petalsearch.com/site/petalbot)',
  'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
  'Mozilla/5.0 (compatible; YisouSpider/5.0; +http://www.yisou.com/help/webmaster/spider_guide.html)',
  'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
  'Mozilla/5.0 (compatible; Yeti/1.1; +https://naver.me/spd)',
  'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)',
  'Mozilla/5.0 (compatible; Qwantify/1.0; +https://www.qwant.com/)',
  'ia_archiver (+http://www.alexa.com/site/help/webmasters; crawler@alexa.com)',
  'Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)',
  'Mozilla/5.0 (compatible; Barkrowler/0.9; +https://babbar.tech/crawler)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  'CCBot/2.0 (https://commoncrawl.org/faq/)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_10_1) AppleWebKit/600.2.5 (KHTML, like Gecko) Version/8.0.2 Safari/600.2.5 (Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot)',
  'Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)',
  'Mozilla/5.0 (compatible; DotBot/1.2; +https://opensiteexplorer.org/dotbot; help@moz.com)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'facebookexternalua',
  'facebookcatalog/1.0',
  'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  'facebookexternalhit/1.1;line-poker/1.0',
  'facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984',
  'WhatsApp/2.23.20.0 A',
  'TelegramBot (like TwitterBot)',
  'Twitterbot/1.0',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'Pinterest/0.2 (+https://www.pinterest.com/bot.html)',
  'Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/538.1 (KHTML, like Gecko) Viber Safari/538.1',
  'Iframely/1.3.1 (+https://iframely.com/docs/about)',
  'Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)',
  'Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)',
  'bitlybot/3.0 (+http://bit.ly/)',
  'Mozilla/5.0 (Macintosh) Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots',
  'DingTalkBot-LinkService/1.0',
  'Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
];

const people = [
  `${iphone} Mobile/15E148 MicroMessenger/8.0.50(0x18003233) NetType/WIFI Language/zh_CN`,
  `Mozilla/5.0 (Linux; Android 14; 23127PN0CC Build/UKQ1; wv) ${chrome} Mobile Safari/537.36 XWEB/1260059 MMWEBSDK/20240404 MicroMessenger/8.0.49.2600(0x2800313D) WeChat/arm64 Weixin NetType/5G Language/zh_CN`,
  `${iphone} Mobile/15E148 Ariver/1.1.0 AliApp(AP/10.6.0.6000) Nebula WK RVKType(0) AlipayDefined(nt:WIFI) AlipayClient/10.6.0.6000 Language/zh-Hans`,
  `Mozilla/5.0 (Linux; Android 13; V2171A) ${chrome} MQQBrowser/14.8 TBS/047101 Mobile Safari/537.36 V1_AND_SQ_9.0.56 QQ/9.0.56.16830 NetType/WIFI`,
  `Mozilla/5.0 (Linux; U; Android 13; zh-cn; PGT-AN10) ${chrome} MQQBrowser/15.2 Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; U; Android 12; zh-CN; NOH-AN00) ${chrome} UCBrowser/16.6.2.1316 Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 14; SM-S9280) ${chrome} SamsungBrowser/26.0 Mobile Safari/537.36`,
  `${iphone} Version/17.5 Mobile/15E148 Safari/604.1`,
  `${iphone} CriOS/128.0.6613.34 Mobile/15E148 Safari/604.1`,
  `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`,
  'Mozilla/5.0 (Android 14; Mobile; rv:129.0) Gecko/129.0 Firefox/129.0',
  `Mozilla/5.0 (Linux; Android 12; HarmonyOS; ALN-AL00) ${chrome} HuaweiBrowser/15.0.4.312 Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; U; Android 14; zh-cn; 2211133C) ${chrome} XiaoMi/MiuiBrowser/18.7 Mobile Safari/537.36`,
  `${iphone} Mobile/15E148 Safari/604.1 SP-engine/3.14.0 main%2F1.0 baiduboxapp/13.63.0.10 (Baidu; P2 17.5)`,
  `${iphone} Mobile/15E148 SogouMobileBrowser/36.0.0 Safari/604.1`,
  `Mozilla/5.0 (Linux; Android 13) ${chrome} YaBrowser/24.6.0 Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 13) ${chrome} Mobile Safari/537.36 YandexSearch/24.60`,
  `Mozilla/5.0 (Linux; Android 14; wv) ${chrome} Mobile Safari/537.36 Line/14.12.0/IAB`,
  `${iphone} Mobile/15E148 KAKAOTALK 10.9.5`,
  `${iphone} Mobile/15E148 [Pinterest/iOS]`,
  `${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/470.0.0.41.98;FBDV/iPhone14,5]`,
  `${iphone} Mobile/15E148 Instagram 340.0.3.27.99 (iPhone14,5; iOS 17_5; zh_CN)`,
  `${iphone} GSA/324.0.648915268 Mobile/15E148 Safari/604.1`,
  `Mozilla/5.0 (Linux; Android 13; wv) ${chrome} Mobile Safari/537.36 aweme_290900 NewsArticle/9.7.3`,
  `${iphone} Mobile/15E148 DingTalk/7.6.0 AliApp(DingTalk/7.6.0)`,
  `${iphone} Mobile/15E148 Lark/7.20 LarkLocale/zh_CN ChannelName/Feishu`,
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/128.0.0.0`,
  '',
];

describe('robots and link previews', () => {
  let server: TestServer;
  let site: PublicSite;
  let goods: Awaited<ReturnType<typeof issueCodes>>;
  const scansOf = async (code: string) => (await previewVerification(server.installation, code)).code?.scans ?? 0;

  beforeAll(async () => {
    server = await startTestServer();
    site = await openPublicSite(server.installation);
    goods = await issueCodes(server.installation);
    return async () => {
      await site.close();
      await server.close();
    };
  });

  it.each(robots)('does not count %s', async (agent) => {
    const { text } = await site.open(`/c/${goods.code(0)}`, { 'user-agent': agent });
    expect(text).toContain('<h1>查看验证结果</h1>');
    expect(await scansOf(goods.code(0))).toBe(0);
  });

  it.each(people.map((agent, index) => [agent, index + 1] as const))('counts people with %s', async (agent, ordinal) => {
    const { text } = await site.open(`/c/${goods.code(ordinal)}`, { 'user-agent': agent });
    expect(text).toContain('<h1>正品</h1>');
    expect(await scansOf(goods.code(ordinal))).toBe(1);
  });
});
