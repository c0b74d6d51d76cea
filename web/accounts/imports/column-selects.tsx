import { Select, SimpleGrid } from '@mantine/core'
import {
  type ImportColumns,
  type ImportField,
  importFieldsByRole,
} from '#contract/people/import-people.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { filterOptions } from '#web/kit/form/filter-options.ts'

/** What each field is called. */
export const fieldLabels: Record<ImportField, string> = {
  name: 'Name',
  email: 'Email',
  domain: 'Domain',
  week: 'Week',
  advisor: 'Advisor',
  domains: 'Domains',
}

type Props = {
  role: ProfileRole
  headers: string[]
  columns: ImportColumns
  choose: (columns: ImportColumns) => void
}

/** Which column of the file holds each field. */
export function ColumnSelects({ role, headers, columns, choose }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: importFieldsByRole[role].length }}>
      {importFieldsByRole[role].map((field) => (
        <Select
          key={field}
          label={fieldLabels[field]}
          placeholder="Not in the list"
          data={headers}
          value={columns[field]}
          onChange={(header) => choose({ ...columns, [field]: header })}
          clearable={field !== 'name' && field !== 'email'}
          allowDeselect={false}
          searchable
          openOnFocus={false}
          filter={filterOptions}
          nothingFoundMessage="No such column"
        />
      ))}
    </SimpleGrid>
  )
}
