import { z } from 'zod'
import { getPictureType } from './picture.ts'
import { nameText } from './text/text-schemas.ts'
import { isTimeZone } from './time/zone.ts'

/** What a school's name and its picture may have: here, as no first visit needs it. */
export const schoolNameMaxLength = 60
export const schoolLogoMaxKib = 256

type Words = { empty: string; tooLong: string }

/** The rule of what a school can be called; whoever breaks it by a setting is told in other words. */
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

/** In bytes. */
export const logoMaxBytes = schoolLogoMaxKib * 1024

/** Three bytes become four characters. */
const logoMaxText = Math.ceil(logoMaxBytes / 3) * 4

/** A school's logo as it travels: the picture's bytes in base64. */
export const LogoBase64 = z
  .base64({ error: notALogo, abort: true })
  .max(logoMaxText, { error: logoTooLarge, abort: true })
  .refine((text) => getPictureType(atob(text)) !== undefined, notALogo)

/** The address of a sender, who may have a name before it: 'School <school@example.org>'. */
export function toEmailAddress(sender: string): string {
  return sender.match(/^[^<>\r\n]*<([^<>]+)>$/)?.[1] ?? sender
}
