import { refusal } from '#contract/kit/refusal.ts'
import { MobileNumberAs, wrongInternationalNumber } from '#contract/people/edit-profile.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'

/** What all countries' numbers look like is loaded with the first international one: 2 MiB. */
async function parse(number: string) {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  return parsePhoneNumberFromString(number)
}

/**
 * A mobile number as it is stored, by how the school's people give theirs: ten digits as they are,
 * an international one as E.164 has it. Refuses (400) what is none; the one that somebody has had
 * so far stays good when the school changes its setting.
 */
export async function toStoredNumber(
  { settings: { phoneNumbers } }: Pick<Context, 'settings'>,
  number: string,
  soFar?: string | null,
): Promise<string> {
  if (number === soFar) return number
  const judged = MobileNumberAs[phoneNumbers].safeParse(number)
  if (!judged.success) throw invalidNumber(judged.error.issues[0]?.message ?? '')
  if (phoneNumbers === 'ten-digits') return judged.data
  const parsed = await parse(number)
  if (!parsed?.isValid()) throw invalidNumber(wrongInternationalNumber)
  return parsed.number
}

/** A stored number as its country writes it; one of ten digits as it is. */
export async function formatPhoneNumber(number: string | null): Promise<string | null> {
  if (!number?.startsWith('+')) return number
  return (await parse(number))?.formatInternational() ?? number
}

function invalidNumber(message: string): Refused {
  return new Refused(refusal(400, message), { errors: { number: message } })
}
