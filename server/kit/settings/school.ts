import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { productName, schoolLogoMaxKib, schoolNameMaxLength } from '#contract/limits.ts'

/** The school's picture, kept in memory for as long as the server runs. */
export type SchoolLogo = {
  type: string
  content: Buffer
  /** A part of its hash: another picture has another address. */
  version: string
}

/** The setting SCHOOL_NAME. */
export const SchoolName = z
  .string()
  .trim()
  .min(1, 'must hold more than spaces')
  .max(schoolNameMaxLength, `must have at most ${schoolNameMaxLength} characters`)
  .regex(/^\P{Cc}*$/u, 'must be one line')
  .default(productName)

/** The setting SCHOOL_LOGO: the file is read at once, so that what is wrong is said at the start. */
export const SchoolLogoFile = z.string().transform((path, refusal): SchoolLogo => {
  const read = readPicture(path)
  if (typeof read !== 'string') return read
  refusal.addIssue({ code: 'custom', message: `${read}: ${path}` })
  return z.NEVER
})

/** The picture, or what is wrong with the file. */
function readPicture(path: string): SchoolLogo | string {
  const about = statSync(path, { throwIfNoEntry: false })
  if (!about?.isFile()) return 'must be a file that is there'
  if (about.size > schoolLogoMaxKib * 1024) return `must have at most ${schoolLogoMaxKib} KB`
  let content: Buffer
  try {
    content = readFileSync(path)
  } catch {
    return 'must be a file that the server may read'
  }
  const type = typeOf(content)
  if (type === undefined) return 'must be a PNG, JPEG or WebP picture'
  const version = createHash('sha256').update(content).digest('hex').slice(0, 16)
  return { type, content, version }
}

/** What a picture is by its first bytes, whatever its name ends with. */
function typeOf(content: Buffer): string | undefined {
  const begins = content.toString('latin1', 0, 12)
  if (begins.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (begins.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^RIFF.{4}WEBP$/s.test(begins)) return 'image/webp'
  return undefined
}
