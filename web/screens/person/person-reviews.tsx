import { Group, Select, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { exportReviews } from '#contract/exports.ts'
import { listPersonReviews } from '#contract/reviews/person-reviews.ts'
import { noReviewsFoundMessage, reviewSorts } from '#contract/reviews/reviews.ts'
import { getExportEntries } from '#web/exports/api.ts'
import { usePaginatedList } from '#web/kit/api/hooks.ts'
import { useFilter } from '#web/kit/list/filter/filter.ts'
import { FilteredList } from '#web/kit/list/filter/filtered-list.tsx'
import { useSorting } from '#web/kit/list/sort.ts'
import { PageMenu } from '#web/kit/page/header/page-menu.tsx'
import { Skeletons } from '#web/kit/page/states.tsx'
import { ReviewTable } from '#web/reviews/list/review-table.tsx'

type Asked = Partial<Record<'open' | 'type' | 'overdue' | 'home', string>> & {
  status?: 'conducted'
}

/** The views of their reviews; the first is the default. */
const shows: Record<'advisor' | 'reviewer', Record<string, { label: string; asked: Asked }>> = {
  advisor: {
    '': { label: 'Open', asked: { open: 'true' } },
    waiting: { label: 'To schedule', asked: { type: 'booking' } },
    overdue: { label: 'Overdue', asked: { overdue: 'true' } },
    booked: { label: 'Booked', asked: { home: 'true' } },
    decide: { label: 'To decide', asked: { open: 'true', status: 'conducted' } },
    all: { label: 'All', asked: {} },
  },
  reviewer: {
    '': { label: 'Booked', asked: { home: 'true' } },
    all: { label: 'All', asked: {} },
  },
}
/** Reviews that need action come first. */
const defaultSort = { advisor: 'status', reviewer: undefined } as const

type Props = { person: { _id: string; role: 'advisor' | 'reviewer' }; title: ReactNode }

/** An advisor's or a reviewer's reviews, filtered by the address. */
export function PersonReviews({ person: { _id: person, role }, title }: Props) {
  const own = shows[role]
  const filter = useFilter({ show: '' }, { show: z.enum(Object.keys(own)) })
  const { show } = filter.values
  const sorting = useSorting(reviewSorts)
  const sort = parseSort(sorting.sort) ?? (show === '' ? defaultSort[role] : undefined)
  const asked = { ...own[show]?.asked, ...(sort && { sort }) }
  const query = { person, ...asked }
  return (
    <Stack component="section" gap="sm" aria-labelledby="reviews">
      <Group justify="space-between" align="end">
        <Title order={2} id="reviews">
          {title}
        </Title>
        <Group align="end" gap="xs" wrap="nowrap">
          <Select
            label="Show"
            w={160}
            data={Object.entries(own).map(([value, { label }]) => ({ value, label }))}
            value={show}
            allowDeselect={false}
            onChange={(value) => filter.setFilter('show', value ?? '')}
          />
          <PageMenu
            entries={getExportEntries(exportReviews, { ...asked, [role]: person }, 'reviews')}
          />
        </Group>
      </Group>
      <FilteredList
        filter={filter}
        list={usePaginatedList(listPersonReviews, { query }, { keepPrevious: true })}
        skeleton={<Skeletons count={6} height={44} />}
        noMatch={{ text: noReviewsFoundMessage, all: 'Show open ones' }}
        empty={noReviewsFoundMessage}
      >
        {(reviews) => (
          <ReviewTable reviews={reviews} role={role} viewer="admin" sorting={sorting} />
        )}
      </FilteredList>
    </Stack>
  )
}

const Sort = listPersonReviews.query?.shape.sort ?? z.undefined()

/** The sort order, if the endpoint knows it. */
const parseSort = (sort: string) => Sort.safeParse(sort).data
