import { Ellipsis } from './ellipsis.tsx';

const PROVINCE = /^(.+?(?:省|自治区|特别行政区)|北京市|天津市|上海市|重庆市)(.*)$/;
const CITY = /^.+?(?:市|自治州|地区|盟)(?=.)/;
const PROVINCE_SUFFIX = /(?:省|市|(?:壮族|回族|维吾尔)?自治区|特别行政区)$/;

/** The smallest unit first, because a narrow column cuts off the end: `福鼎市 · 福建` for `福建省宁德市福鼎市`, `广东` for a province. */
export function shortRegion(fullName: string): string {
  const [, province, rest] = PROVINCE.exec(fullName) ?? [];
  if (!province) return fullName;
  const provinceName = province.replace(PROVINCE_SUFFIX, '');
  return rest ? `${rest.replace(CITY, '')} · ${provinceName}` : provinceName;
}

/** A region in a list, with its full name on hover. */
export const RegionText = ({ name }: { name: string | null | undefined }) =>
  name ? (
    <span title={name}>
      <Ellipsis width={24}>{shortRegion(name)}</Ellipsis>
    </span>
  ) : (
    <span className="text-muted">—</span>
  );
