import { Button, Group, Select, SimpleGrid } from '@mantine/core'
import type { HoursRow } from '#contract/hours.ts'
import { FilterDate } from '#web/kit/list/filter/filter-date.tsx'
import { FilterSelect } from '#web/kit/list/filter/filter-select.tsx'
import styles from './hours.module.css'
import { compareNames, sumByReviewer } from './hours-sums.ts'
import { formatSpan, isMonth, listMonths } from './months.ts'
import type { HoursFilter } from './use-hours-filter.ts'

/** Two years: payrolls go no further back. */
const monthsOffered = 24

type Props = { filter: HoursFilter; rows: HoursRow[]; isOwn: boolean }

/** Chooses a month, or other days, and a domain and a reviewer of those in the rows. */
export function HoursFilterBar({ filter, rows, isOwn }: Props) {
  const months = listMonths(filter.today, monthsOffered)
  const options = months.map((month) => ({ value: month.from, label: formatSpan(month) }))
  const chosen = months.find(({ from }) => isMonth(filter.span) && from === filter.span.from)
  const others = { value: '', label: 'Other days' }
  const [, lastMonth] = months
  const { domain, reviewer } = filter.values
  const domains = new Set([...rows.flatMap((row) => row.domain ?? []), ...(domain ? [domain] : [])])
  const reviewers = sumByReviewer(rows).map((one) => ({ value: one.email, label: one.reviewer }))
  const isKnown = reviewer === '' || reviewers.some(({ value }) => value === reviewer)
  return (
    <search className={styles.onScreen}>
      <SimpleGrid
        className={styles.fields}
        cols={{ base: 2, sm: 3, lg: isOwn ? 5 : 6 }}
        spacing={12}
      >
        <Group className={styles.month} gap={8} align="end" wrap="nowrap">
          <Select
            label="Month"
            data={chosen ? options : [others, ...options]}
            value={chosen?.from ?? ''}
            allowDeselect={false}
            flex={1}
            onChange={(value) => {
              const month = months.find(({ from }) => from === value)
              if (month) filter.showMonth(month)
            }}
          />
          <Button
            variant="default"
            flex="none"
            onClick={() => lastMonth && filter.showMonth(lastMonth)}
          >
            Last month
          </Button>
        </Group>
        {!isOwn && (
          <FilterSelect
            filter={filter}
            name="reviewer"
            label="Reviewer"
            data={[
              { value: '', label: 'All reviewers' },
              ...reviewers,
              ...(isKnown ? [] : [{ value: reviewer, label: reviewer }]),
            ]}
          />
        )}
        <FilterSelect
          filter={filter}
          name="domain"
          label="Domain"
          data={[
            { value: '', label: 'All domains' },
            ...[...domains].toSorted(compareNames).map((name) => ({ value: name, label: name })),
          ]}
        />
        <FilterDate filter={filter} name="from" label="First day" />
        <FilterDate filter={filter} name="to" label="Last day" />
      </SimpleGrid>
    </search>
  )
}
