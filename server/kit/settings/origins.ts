import { CommaList } from './comma-list.ts'

const wrongOrigins =
  'must be origins such as https://app.school.org, with commas between them and nothing after them'

/** The setting CORS_ORIGINS: the origins of other pages that may call. */
export const Origins = CommaList.refine(
  (origins) => origins.every((one) => toOrigin(one) === one),
  wrongOrigins,
)

/** The origin of an http or https address; undefined for anything else, such as `*` or `null`. */
export function toOrigin(address: string): string | undefined {
  const url = URL.parse(address)
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined
}
