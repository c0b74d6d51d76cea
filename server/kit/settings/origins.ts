import { CommaList } from './comma-list.ts'

const wrongOrigins =
  'must be a comma-separated list of origins without a path, such as https://app.school.org'

/** The setting CORS_ORIGINS: origins of other pages that may call the API. */
export const Origins = CommaList.refine(
  (origins) => origins.every((one) => toOrigin(one) === one),
  wrongOrigins,
)

/** Returns the origin of an http or https URL; undefined for others, such as `*` or `null`. */
export function toOrigin(address: string): string | undefined {
  const url = URL.parse(address)
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined
}
