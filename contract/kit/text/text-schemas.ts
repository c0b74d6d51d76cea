import { z } from 'zod'
import { emailMaxLength, lineMaxLength, linesMax } from '#contract/limits/limits.ts'

export const tooLongMessage = 'This is too long'
export const notStorableMessage = 'This contains a character that cannot be saved'

/** Whether both databases can store a text. PostgreSQL accepts neither NUL nor lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
export const tooManyLinesMessage = `No more than ${linesMax} lines`

/** For lines that are already trimmed. */
export const isNotBlank = (line: string) => line !== ''

/** A trimmed text, not empty. `required` is the message for an empty and a missing one. */
export function requiredText(required: string, maxLength: number) {
  return z.string({ error: required }).trim().min(1, required).max(maxLength, tooLongMessage)
}

/** Whether there is anything visible besides spaces and formatting characters. */
const showsSomething = (text: string) =>
  /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text)

/** Control characters except line breaks, and characters that change the text direction. */
const unprintable = /[^\P{Cc}\n]|\p{Bidi_Control}/gu

/**
 * A text that appears within other people's sentences. It is trimmed, loses invisible characters
 * that would alter the sentence around it, and must contain something visible.
 */
export function textWithinSentence(required: string, maxLength: number, longer = tooLongMessage) {
  return z
    .string({ error: required })
    .overwrite((text) => text.replaceAll('\t', ' ').replace(unprintable, ''))
    .trim()
    .refine(showsSomething, required)
    .max(maxLength, longer)
}

/** A text that may be empty. It loses invisible characters, and keeps spaces at its ends. */
export function optionalText(maxLength: number) {
  return z
    .string()
    .overwrite((text) => text.replaceAll('\t', ' ').replace(unprintable, ''))
    .max(maxLength, tooLongMessage)
}

/** A name for lists, subjects and searches: NFC, on one line, single spaces. */
export function nameText(required: string, maxLength: number, longer = tooLongMessage) {
  // Last, because removed characters may have separated two spaces.
  return textWithinSentence(required, maxLength, longer).overwrite(normalizeName)
}

/** Normalizes a name for storage: NFC, trimmed, with single spaces. */
export function normalizeName(name: string): string {
  return name.normalize('NFC').trim().replaceAll(/\s+/gu, ' ')
}

/** Lines of text, trimmed, without blank ones. At least one is required (contract, section 5). */
export function requiredLines(required: string) {
  return z
    .array(z.string().trim().max(lineMaxLength, tooLongMessage), { error: required })
    .max(linesMax, tooManyLinesMessage)
    .transform((lines) => lines.filter(isNotBlank))
    .refine((lines) => lines.length > 0, required)
}

/** An email address in lower case, so that it is unique regardless of letter case. */
export function emailAddress(messages: { required: string; invalid: string }) {
  return z
    .string({ error: messages.required })
    .trim()
    .min(1, messages.required)
    .max(emailMaxLength, messages.invalid)
    .toLowerCase()
    .pipe(z.email(messages.invalid))
}

/** A number, or a string of digits as form fields contain. */
export function numberOrDigits(message: string) {
  return z.union([z.number(), z.string().trim().min(1).transform(Number)], { error: message })
}

const invalidEmailAddress = 'Invalid email address'
const invalidUrl = 'Invalid URL'

/** The generic inputs of the specification's section 5. */
export const GenericEmail = z.email(invalidEmailAddress)
export const GenericUrl = z.url({ protocol: /^https?$/, error: invalidUrl })

/** The message of anything that was thrown. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
