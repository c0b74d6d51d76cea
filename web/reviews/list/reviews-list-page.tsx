import { z } from 'zod'
import { listDomainNames } from '#contract/domains/domains.ts'
import { allDomainsValue } from '#contract/people/people.ts'
import {
  listReviews,
  noReviewsFoundMessage,
  reviewSorts,
  reviewStatuses,
} from '#contract/reviews/reviews.ts'
import { useApiQuery, usePaginatedList } from '#web/kit/api/hooks.ts'
import { useFilter } from '#web/kit/list/filter/filter.ts'
import { FilterBar } from '#web/kit/list/filter/filter-bar.tsx'
import { FilterSelect } from '#web/kit/list/filter/filter-select.tsx'
import { FilteredList } from '#web/kit/list/filter/filtered-list.tsx'
import { weekOptions } from '#web/kit/list/filter/week-options.ts'
import { useSorting } from '#web/kit/list/sort.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Skeletons } from '#web/kit/page/states.tsx'
import { type AdvisorOrReviewer, useAdvisorOrReviewer } from '../api.ts'
import { statusLabels } from '../display/review-status.tsx'
import { ReviewTable } from './review-table.tsx'

/** There is no column for the due date here, so no sorting by it. */
const sorts = reviewSorts.filter((sort) => sort !== 'date')

/** The reviews of an advisor or reviewer, with filters. */
export function ReviewsListPage() {
  const role = useAdvisorOrReviewer()
  const filter = useReviewFilter(role)
  const sorting = useSorting(sorts)
  const { sort } = sorting
  const list = usePaginatedList(
    listReviews[role],
    { query: { ...toReviewQuery(filter), sort: sort || 'next' } },
    { keepPrevious: true },
  )

  return (
    <Page title="Reviews List">
      <ReviewFilterBar filter={filter} role={role} />
      <FilteredList
        filter={filter}
        list={list}
        skeleton={<Skeletons count={8} height={48} />}
        noMatch={{ text: noReviewsFoundMessage, all: 'Show all reviews' }}
        empty={noReviewsFoundMessage}
      >
        {(reviews) => <ReviewTable reviews={reviews} role={role} sorting={sorting} />}
      </FilteredList>
    </Page>
  )
}

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
function useReviewFilter(role: AdvisorOrReviewer) {
  const open = { search: '', domain: allDomainsValue, week: '', status: '', state: '' }
  return useFilter(open, { ...listReviews[role].query?.shape, state: ReviewState })
}
type ReviewFilter = ReturnType<typeof useReviewFilter>

/** The filters as query parameters. */
function toReviewQuery({ query: { search, domain, week, status, state } }: ReviewFilter) {
  return {
    ...(search && { search }),
    ...(domain && { domain }),
    ...(week && { week }),
    ...(status && { status }),
    ...(state && { [state]: 'true' }),
  }
}

type Props = { filter: ReviewFilter; role: AdvisorOrReviewer }

/** Search by student, and filters for domain, week, status and state. */
function ReviewFilterBar({ filter, role }: Props) {
  const { data: domains = [] } = useApiQuery(listDomainNames[role])
  const domainOptions = [
    { value: allDomainsValue, label: 'All domains' },
    ...domains.map(({ _id, name }) => ({ value: _id, label: name })),
  ]
  return (
    <FilterBar filter={filter} search="Student name">
      <FilterSelect filter={filter} name="domain" label="Domain" data={domainOptions} />
      <FilterSelect filter={filter} name="week" label="Week" data={weekOptions} />
      <FilterSelect filter={filter} name="status" label="Status" data={statusOptions} />
      <FilterSelect filter={filter} name="state" label="State" data={stateOptions} />
    </FilterBar>
  )
}
