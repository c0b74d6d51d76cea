/** How mobile numbers are entered in a school: ten digits, or with the country code. */
export const phoneNumberForms = ['ten-digits', 'international'] as const
export type PhoneNumberForm = (typeof phoneNumberForms)[number]

/** Used if a school has not chosen one. */
export const defaultPhoneNumbers = 'ten-digits' satisfies PhoneNumberForm
