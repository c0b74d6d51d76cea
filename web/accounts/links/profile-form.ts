import { accountRefusals, ProfileCompletion } from '#contract/accounts/accounts.ts'
import { getAge, isPlausibleAge } from '#contract/accounts/birth-date.ts'
import type { PhoneNumberFormat } from '#contract/kit/text/phone-number-formats.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { mobileNumberSchemas } from '#contract/people/edit-profile.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { now } from '#web/kit/live/now.ts'
import { getBrowserTimeZone } from '#web/kit/ui/dates/dates.ts'

const emptyProfile: ProfileValues = {
  number: '',
  gender: '',
  qualification: '',
  address: '',
  dob: '',
  age: '',
  domain: '',
  domains: [],
}
type ProfileValues = {
  number: string
  gender: string
  qualification: string
  address: string
  dob: string
  age: number | string
  domain: string
  domains: string[]
}

/**
 * The form for completing a profile; each role fills in and sends its own fields. Domains that an
 * admin chose are filled in.
 */
export function useProfileForm(
  role: ProfileRole,
  phoneNumbers: PhoneNumberFormat,
  chosen: Pick<ProfileValues, 'domain' | 'domains'>,
) {
  return useSchemaForm(
    ProfileCompletion[role].extend({ number: mobileNumberSchemas[phoneNumbers] }),
    { ...emptyProfile, ...chosen },
    role === 'reviewer'
      ? { domains: accountRefusals.unknownDomain }
      : { domain: accountRefusals.unknownDomain },
  )
}
export type ProfileForm = ReturnType<typeof useProfileForm>['form']

/** The current date in the browser's time zone, YYYY-MM-DD. */
export function getToday(): string {
  return getDateInZone(now(), getBrowserTimeZone())
}

/** Full years from a date of birth to today; an empty text if that is not a plausible age. */
export function toAge(dob: string): number | '' {
  const years = getAge(getToday(), dob)
  return dob !== '' && isPlausibleAge(years) ? years : ''
}
