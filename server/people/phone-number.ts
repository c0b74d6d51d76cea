import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { refusal } from '#contract/kit/refusal.ts'
import { MobileNumberAs, wrongInternationalNumber } from '#contract/people/edit-profile.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'

/**
 * A mobile number as it is stored, by how the school's people give theirs: ten digits as they are,
 * an international one as E.164 has it. Refuses (400) what is none; the one that somebody has had
 * so far stays good when the school changes its setting.
 */
export function storedNumber(
  { settings: { phoneNumbers } }: Pick<Context, 'settings'>,
  number: string,
  soFar?: string | null,
): string {
  if (number === soFar) return number
  const judged = MobileNumberAs[phoneNumbers].safeParse(number)
  if (!judged.success) throw wrongNumber(judged.error.issues[0]?.message ?? '')
  if (phoneNumbers === 'ten-digits') return judged.data
  const parsed = parsePhoneNumberFromString(number)
  if (!parsed?.isValid()) throw wrongNumber(wrongInternationalNumber)
  return parsed.number
}

/** A stored number as its country writes it; one of ten digits as it is. */
export function shownNumber(number: string | null): string | null {
  if (!number?.startsWith('+')) return number
  return parsePhoneNumberFromString(number)?.formatInternational() ?? number
}

function wrongNumber(message: string): Refused {
  return new Refused(refusal(400, message), { errors: { number: message } })
}
