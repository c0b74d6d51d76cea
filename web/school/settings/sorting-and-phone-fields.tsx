import { Select } from '@mantine/core'
import { type PhoneNumberForm, phoneNumberForms } from '#contract/kit/text/phone-numbers.ts'
import { languages } from '#contract/kit/text/sorting-languages.ts'
import { filterOptions } from '#web/kit/form/filter-options.ts'
import type { FieldsForm } from './fields.ts'

const names = new Intl.DisplayNames('en', { type: 'language' })
const options = languages
  .map((language) => ({ value: language, label: names.of(language) ?? language }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))

const formNames: Record<PhoneNumberForm, string> = {
  'ten-digits': 'Ten digits',
  international: 'International, with the country code',
}

/** The settings that depend on the country. */
export function LocaleFields({ form }: { form: FieldsForm }) {
  return (
    <>
      <Select
        label="Sorting language"
        description="Names in lists are sorted by its rules"
        allowDeselect={false}
        searchable
        filter={filterOptions}
        selectFirstOptionOnChange
        nothingFoundMessage="No matching languages"
        data={options}
        {...form.getInputProps('language')}
      />
      <Select
        label="Phone numbers"
        description="How people enter their mobile numbers"
        allowDeselect={false}
        data={phoneNumberForms.map((value) => ({ value, label: formNames[value] }))}
        {...form.getInputProps('phoneNumbers')}
      />
    </>
  )
}
