import { z } from 'zod'
import { detectImageType } from './detect-image-type.ts'
import { nameText } from './text/text-schemas.ts'
import { isTimeZone } from './time/zone.ts'

/**
 * Limits on a school's name and logo. They are here, not in `limits`, to keep them out of the first
 * load.
 */
export const schoolNameMaxLength = 60
export const schoolLogoMaxKib = 256

type Words = { empty: string; tooLong: string }

/** The schema of a school's name. The server's settings use it with their own messages. */
export const makeSchoolNameSchema = ({ empty, tooLong }: Words) =>
  nameText(empty, schoolNameMaxLength, tooLong)

export const SchoolName = makeSchoolNameSchema({
  empty: 'Please enter your school’s name',
  tooLong: `Please use at most ${schoolNameMaxLength} characters`,
})

export const TimeZone = z
  .string('Please choose a time zone')
  .refine(isTimeZone, 'Please choose a time zone such as Europe/Berlin')

const logoTooLarge = `Please choose an image of at most ${schoolLogoMaxKib} KB`
const notALogo = 'Please choose a valid PNG, JPEG or WebP image'

export const logoMaxBytes = schoolLogoMaxKib * 1024

/** Base64 encodes three bytes as four characters. */
const logoMaxText = Math.ceil(logoMaxBytes / 3) * 4

/** A logo in base64, as requests send it. */
export const LogoBase64 = z
  .base64({ error: notALogo, abort: true })
  .max(logoMaxText, { error: logoTooLarge, abort: true })
  .refine((text) => detectImageType(atob(text)) !== undefined, notALogo)

/** Returns the address of a sender that may have a name: 'School <school@example.org>'. */
export function extractSenderAddress(sender: string): string {
  return sender.match(/^[^<>\r\n]*<([^<>]+)>$/)?.[1] ?? sender
}
