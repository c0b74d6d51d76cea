import { z } from 'zod'

const wrongOrigins =
  'must be origins such as https://app.school.org, with commas between them and nothing after them'

/** Reads the setting CORS_ORIGINS: the origins of other pages that may call; none if not there. */
export function readOrigins(
  text: string | undefined,
  context: z.core.$RefinementCtx<unknown>,
): string[] {
  const origins = text?.split(',').map((one) => one.trim()) ?? []
  if (origins.every((one) => originOf(one) === one)) return origins
  context.addIssue(wrongOrigins)
  return z.NEVER
}

/** The origin of an http or https address; undefined for anything else, such as `*` or `null`. */
export function originOf(address: string): string | undefined {
  const url = URL.parse(address)
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined
}
