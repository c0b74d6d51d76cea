import { TextInput, type TextInputProps } from '@mantine/core'
import type { PhoneNumberFormat } from '#contract/kit/text/phone-number-formats.ts'
import { mobileNumberLength } from '#contract/limits/limits.ts'
import { TwoLines } from '../../ui/text/two-lines.tsx'

type Props = Omit<TextInputProps, 'error' | 'value'> & {
  phoneNumbers: PhoneNumberFormat
  value?: string
  error?: string
}

/**
 * A mobile number field. If the number is too long its error says by how much, which the schema's
 * does not.
 */
export function MobileNumberField({ phoneNumbers, value = '', error, ...input }: Props) {
  const isInternational = phoneNumbers === 'international'
  const typed = value.replace(/\D/g, '').length
  const more =
    typed > mobileNumberLength && !isInternational
      ? `${typed} of ${mobileNumberLength} digits entered.`
      : undefined
  return (
    <TextInput
      label="Mobile number"
      description={
        isInternational
          ? 'With the country code, such as +49 1512 3456789'
          : `${mobileNumberLength} digits`
      }
      type="tel"
      autoComplete={isInternational ? 'tel' : 'tel-national'}
      value={value}
      {...input}
      error={error && <TwoLines text={error} more={more} />}
    />
  )
}
