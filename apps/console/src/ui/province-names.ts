import { provinceOf, type Region } from '@suyuan/contract';
import { useEffect, useState } from 'react';
import { currentLanguage } from '../data/words.ts';

const SUFFIX = /(省|市|壮族自治区|回族自治区|维吾尔自治区|自治区|特别行政区)$/;

/** `广东`, in English `Guangdong` after the map's names have loaded. */
export function useProvinceNames(regions: readonly Region[] | undefined): (code: string) => string {
  const [englishNames, setEnglishNames] = useState<ReadonlyMap<string, string>>();
  const english = currentLanguage() === 'en-US';
  useEffect(() => {
    if (english && !englishNames)
      void import('./china-map/outlines.ts').then(({ provinces }) => setEnglishNames(new Map(provinces.map(({ code, en }) => [code, en]))));
  }, [english, englishNames]);
  return (code) => {
    const province = provinceOf(code);
    const name = regions?.find((region) => region.code === province)?.name.replace(SUFFIX, '') ?? code;
    return english ? (englishNames?.get(province) ?? name) : name;
  };
}
