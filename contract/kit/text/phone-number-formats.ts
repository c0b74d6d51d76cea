/** How mobile numbers are entered in a school: ten digits, or with the country code. */
export const phoneNumberFormats = ['ten-digits', 'international'] as const
export type PhoneNumberFormat = (typeof phoneNumberFormats)[number]

/** Used if a school has not chosen one. */
export const defaultPhoneNumberFormat = 'ten-digits' satisfies PhoneNumberFormat
