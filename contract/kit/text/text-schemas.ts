import { z } from 'zod'
import { emailMaxLength, lineMaxLength, linesMax } from '#contract/limits.ts'

export const tooLongMessage = 'This is too long'
export const notStorableMessage = 'This contains a character that cannot be saved'

/** Whether both databases can hold a text: PostgreSQL takes no NUL, and no half of a pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
export const tooManyLinesMessage = `No more than ${linesMax} lines`

/** Whether a line that has been trimmed is more than blank. */
export const isNotBlank = (line: string) => line !== ''

/** A text that is trimmed, and must then not be empty: `required` is said of a missing one too. */
export function requiredText(required: string, maxLength: number) {
  return z.string({ error: required }).trim().min(1, required).max(maxLength, tooLongMessage)
}

/** Beside blanks and marks for printers there is something to read. */
const showsSomething = (text: string) =>
  /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text)

/** Control characters, but for the end of a line, and those that turn round what stands after them. */
const unprintable = /[^\P{Cc}\n]|\p{Bidi_Control}/gu

/**
 * A text that stands in other people's sentences: without characters that nobody sees and that do
 * something to those sentences, trimmed, and with something to read.
 */
export function plainText(required: string, maxLength: number, longer = tooLongMessage) {
  return z
    .string({ error: required })
    .overwrite((text) => text.replaceAll('\t', ' ').replace(unprintable, ''))
    .trim()
    .refine(showsSomething, required)
    .max(maxLength, longer)
}

/**
 * A name as it stands in lists, subjects and searches: composed (NFC), on one line, with one space
 * between its words.
 */
export function nameText(required: string, maxLength: number, longer = tooLongMessage) {
  // Last, as what nobody sees may have stood between two spaces.
  return plainText(required, maxLength, longer).overwrite(toOneLine)
}

/** A name as it is stored: composed, and with one space for each run of white space. */
export function toOneLine(name: string): string {
  return name.normalize('NFC').trim().replaceAll(/\s+/gu, ' ')
}

/** Lines of text: trimmed, blank ones dropped, at least one left (contract, section 5). */
export function requiredLines(required: string) {
  return z
    .array(z.string().trim().max(lineMaxLength, tooLongMessage), { error: required })
    .max(linesMax, tooManyLinesMessage)
    .transform((lines) => lines.filter(isNotBlank))
    .refine((lines) => lines.length > 0, required)
}

/** An email address, in lower case: one person has it once, whatever the letter case. */
export function emailAddress(messages: { required: string; invalid: string }) {
  return z
    .string({ error: messages.required })
    .trim()
    .min(1, messages.required)
    .max(emailMaxLength, messages.invalid)
    .toLowerCase()
    .pipe(z.email(messages.invalid))
}

/** A whole or broken number; the digits in a string are taken too, as inputs give them. */
export function numberOrDigits(message: string) {
  return z.union([z.number(), z.string().trim().min(1).transform(Number)], { error: message })
}

const invalidEmailAddress = 'Invalid email address'
const invalidUrl = 'Invalid URL'

/** The generic inputs of the specification's section 5. */
export const GenericEmail = z.email(invalidEmailAddress)
export const GenericUrl = z.url({ protocol: /^https?$/, error: invalidUrl })

/** What an error says; what was thrown may be anything. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
