import { Select } from '@mantine/core'
import { z } from 'zod'
import { listDomainNames } from '#contract/domains.ts'
import { formatWeekNumber } from '#contract/kit/time/week-number.ts'
import { firstWeek, lastWeek } from '#contract/limits.ts'
import { allDomains } from '#contract/people.ts'
import { listReviews, reviewStatuses } from '#contract/reviews.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { useFilter } from '#web/kit/list/filter/filter.ts'
import { FilterBar } from '#web/kit/list/filter/filter-bar.tsx'
import { SearchBox } from '#web/kit/list/filter/search-box.tsx'
import type { StaffRole } from '../api.ts'
import { statusLabels } from '../display/review-status.tsx'

const weeks = Array.from({ length: lastWeek - firstWeek + 1 }, (_, index) => firstWeek + index)
const weekOptions = [
  { value: '', label: 'All weeks' },
  ...weeks.map((week) => ({ value: String(week), label: `Week ${formatWeekNumber(week)}` })),
]
const statusOptions = [
  { value: '', label: 'All statuses' },
  ...reviewStatuses.map((value) => ({ value, label: statusLabels[value] })),
]
const ReviewState = z.enum(['open', 'closed', 'overdue'])
const stateOptions = [
  { value: '', label: 'All states' },
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
  { value: 'overdue', label: 'Overdue' },
]

/** The filters of a list of reviews, kept in the address. */
export function useReviewFilter(role: StaffRole) {
  const open = { search: '', domain: allDomains, week: '', status: '', state: '' }
  return useFilter(open, { ...listReviews[role].query?.shape, state: ReviewState })
}
type ReviewFilter = ReturnType<typeof useReviewFilter>

/** The filters as query parameters. */
export function toReviewQuery({ query: { search, domain, week, status, state } }: ReviewFilter) {
  return {
    ...(search && { search }),
    ...(domain && { domain }),
    ...(week && { week }),
    ...(status && { status }),
    ...(state && { [state]: 'true' }),
  }
}

type Props = { filter: ReviewFilter; role: StaffRole }

/** Search by student, and filters for domain, week, status and state. */
export function ReviewFilterBar({ filter, role }: Props) {
  const { values, setFilter } = filter
  const { data: domains = [] } = useApiQuery(listDomainNames[role])
  const domainOptions = [
    { value: allDomains, label: 'All domains' },
    ...domains.map(({ _id, name }) => ({ value: _id, label: name })),
  ]
  const choice = (name: 'domain' | 'week' | 'status' | 'state', label: string) => ({
    ...{ label, value: values[name], allowDeselect: false },
    onChange: (value: string | null) => setFilter(name, value ?? ''),
  })
  return (
    <FilterBar
      filter={filter}
      search={
        <SearchBox
          label="Student name"
          value={values.search}
          search={(text) => setFilter('search', text, 'typed')}
        />
      }
    >
      <Select {...choice('domain', 'Domain')} data={domainOptions} />
      <Select {...choice('week', 'Week')} data={weekOptions} />
      <Select {...choice('status', 'Status')} data={statusOptions} />
      <Select {...choice('state', 'State')} data={stateOptions} />
    </FilterBar>
  )
}
