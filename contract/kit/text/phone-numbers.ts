/** How people of a school give their mobile numbers: in ten digits, or with their country's code. */
export const phoneNumberForms = ['ten-digits', 'international'] as const
export type PhoneNumberForm = (typeof phoneNumberForms)[number]

/** Of a school that has not said. */
export const defaultPhoneNumbers = 'ten-digits' satisfies PhoneNumberForm
