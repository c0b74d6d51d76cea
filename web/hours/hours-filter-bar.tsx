import { Select, SimpleGrid } from '@mantine/core'
import type { HoursRow } from '#contract/hours.ts'
import { FilterDate } from '#web/kit/list/filter/filter-date.tsx'
import { FilterSelect } from '#web/kit/list/filter/filter-select.tsx'
import styles from './hours.module.css'
import { formatSpan, isMonth, listMonths } from './months.ts'
import type { HoursFilter } from './use-hours-filter.ts'

/** Two years: payrolls go no further back. */
const monthsOffered = 24

/** Chooses a month, or other days, and a domain of those in the rows. */
export function HoursFilterBar({ filter, rows }: { filter: HoursFilter; rows: HoursRow[] }) {
  const months = listMonths(filter.today, monthsOffered)
  const options = months.map((month) => ({ value: month.from, label: formatSpan(month) }))
  const chosen = months.find(({ from }) => isMonth(filter.span) && from === filter.span.from)
  const others = { value: '', label: 'Other days' }
  const { domain } = filter.values
  const domains = new Set([...rows.flatMap((row) => row.domain ?? []), ...(domain ? [domain] : [])])
  return (
    <search className={styles.onScreen}>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing={12}>
        <Select
          label="Month"
          data={chosen ? options : [others, ...options]}
          value={chosen?.from ?? ''}
          allowDeselect={false}
          onChange={(value) => {
            const month = months.find(({ from }) => from === value)
            if (month) filter.showMonth(month)
          }}
        />
        <FilterSelect
          filter={filter}
          name="domain"
          label="Domain"
          data={[
            { value: '', label: 'All domains' },
            ...[...domains].toSorted().map((name) => ({ value: name, label: name })),
          ]}
        />
        <FilterDate filter={filter} name="from" label="First day" />
        <FilterDate filter={filter} name="to" label="Last day" />
      </SimpleGrid>
    </search>
  )
}
