import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { detectImageType } from '#contract/kit/detect-image-type.ts'
import {
  logoMaxBytes,
  makeSchoolNameSchema,
  schoolLogoMaxKib,
  schoolNameMaxLength,
} from '#contract/kit/school.ts'

/** The school's logo, kept in memory. */
export type SchoolLogo = {
  type: string
  content: Buffer
  /** A part of its hash, used in its URL. */
  version: string
}

/** The setting SCHOOL_NAME. */
export const schoolNameSchema = makeSchoolNameSchema({
  empty: 'must not be blank',
  tooLong: `must have at most ${schoolNameMaxLength} characters`,
})

/** The setting SCHOOL_LOGO: the file is read at once, so that errors show at the start. */
export const SchoolLogoFile = z.string().transform((path, refusal): SchoolLogo => {
  const read = readPicture(path)
  if (typeof read !== 'string') return read
  refusal.addIssue({ code: 'custom', message: `${read}: ${path}` })
  return z.NEVER
})

/** Reads the logo, or returns what is wrong with the file. */
function readPicture(path: string): SchoolLogo | string {
  const about = statSync(path, { throwIfNoEntry: false })
  if (!about?.isFile()) return 'must be an existing file'
  if (about.size > logoMaxBytes) return `must have at most ${schoolLogoMaxKib} KB`
  let content: Buffer
  try {
    content = readFileSync(path)
  } catch {
    return 'must be a file that the server can read'
  }
  return toLogo(content) ?? 'must be a valid PNG, JPEG or WebP image'
}

/** Makes a logo of a picture; undefined unless it has a format that browsers show. */
export function toLogo(content: Buffer): SchoolLogo | undefined {
  const type = detectImageType(content.toString('latin1'))
  const version = createHash('sha256').update(content).digest('hex').slice(0, 16)
  return type === undefined ? undefined : { type, content, version }
}
