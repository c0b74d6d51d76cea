import { MultiSelect, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import type { DomainName } from '#contract/domains/domain.ts'
import type { PhoneNumberFormat } from '#contract/kit/text/phone-number-formats.ts'
import { genders } from '#contract/people/profile.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { MobileNumberField } from '#web/kit/form/fields/mobile-number-field.tsx'
import { filterOptions } from '#web/kit/form/filter-options.ts'
import { getToday, type ProfileForm, toAge } from './profile-form.ts'

type Props = {
  role: ProfileRole
  form: ProfileForm
  phoneNumbers: PhoneNumberFormat
  /** While they load, only those that are chosen already. */
  domains: DomainName[]
  /** The name of a student’s domain, if it was chosen with the invitation. */
  givenDomain: string | undefined
  /** Whether an admin chose domains for a reviewer. */
  hasChosenDomains: boolean
}

/** The fields of a profile; the age follows from the date of birth, and can be changed. */
export function ProfileFields({
  role,
  form,
  phoneNumbers,
  domains,
  givenDomain,
  hasChosenDomains,
}: Props) {
  const options = domains.map(({ _id, name }) => ({ value: _id, label: name }))
  const dob = form.getInputProps('dob')
  return (
    <>
      {givenDomain !== undefined && (
        <TextInput
          label="Domain"
          value={givenDomain}
          readOnly
          description="Your school has chosen it for you."
        />
      )}
      {role === 'student' && givenDomain === undefined && (
        <Select
          label="Domain"
          placeholder="Select a domain"
          data={options}
          searchable
          // An invalid form focuses this field: the open list would cover the error.
          openOnFocus={false}
          filter={filterOptions}
          nothingFoundMessage="No matching domains"
          {...form.getInputProps('domain')}
        />
      )}
      {role === 'reviewer' && (
        <MultiSelect
          label="Domains"
          description={`What you can review.${hasChosenDomains ? ' If you remove all, you keep those your school has chosen.' : ''}`}
          placeholder={form.values.domains.length === 0 ? 'Select domains' : ''}
          data={options}
          searchable
          openOnFocus={false}
          filter={filterOptions}
          nothingFoundMessage="No matching domains"
          {...form.getInputProps('domains')}
        />
      )}
      <MobileNumberField phoneNumbers={phoneNumbers} {...form.getInputProps('number')} />
      <TextInput
        label="Date of birth"
        type="date"
        max={getToday()}
        autoComplete="bday"
        {...dob}
        onChange={(event) => {
          const followed = form.values.age === toAge(form.values.dob)
          dob.onChange(event)
          if (followed) form.setFieldValue('age', toAge(event.currentTarget.value))
        }}
      />
      <NumberInput
        label="Age"
        allowDecimal={false}
        allowNegative={false}
        hideControls
        {...form.getInputProps('age')}
      />
      <Select
        label="Gender"
        openOnFocus={false}
        placeholder="Select a gender"
        data={[...genders]}
        {...form.getInputProps('gender')}
      />
      <TextInput label="Educational qualification" {...form.getInputProps('qualification')} />
      <Textarea
        label="Address"
        autosize
        minRows={2}
        autoComplete="street-address"
        {...form.getInputProps('address')}
      />
    </>
  )
}
