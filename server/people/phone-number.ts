import { defineRefusal } from '#contract/kit/refusal.ts'
import {
  mobileNumberSchemas,
  wrongInternationalNumberMessage,
} from '#contract/people/edit-profile.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'

/** Loads the 2 MiB of number formats with the first international number. */
async function parse(number: string) {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  return parsePhoneNumberFromString(number)
}

/**
 * Returns a mobile number as it is stored: ten digits unchanged, or an international number in
 * E.164, depending on the school's setting. Refuses an invalid one (400), but accepts the number a
 * person already has after the setting changes.
 */
export async function toStoredNumber(
  { settings: { phoneNumbers } }: Pick<Context, 'settings'>,
  number: string,
  soFar?: string | null,
): Promise<string> {
  if (number === soFar) return number
  const judged = mobileNumberSchemas[phoneNumbers].safeParse(number)
  if (!judged.success) throw invalidNumber(judged.error.issues[0]?.message ?? '')
  if (phoneNumbers === 'ten-digits') return judged.data
  const parsed = await parse(judged.data)
  if (!parsed?.isValid()) throw invalidNumber(wrongInternationalNumberMessage)
  return parsed.number
}

/** Formats a stored number as its country writes it; ten digits unchanged. */
export async function formatPhoneNumber(number: string | null): Promise<string | null> {
  if (!number?.startsWith('+')) return number
  return (await parse(number))?.formatInternational() ?? number
}

function invalidNumber(message: string): Refused {
  return new Refused(defineRefusal(400, message), { errors: { number: message } })
}
