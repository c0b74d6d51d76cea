import { Group, Stack, Title } from '@mantine/core'
import { exportReviews } from '#contract/exports.ts'
import { noReviewsFoundMessage } from '#contract/reviews/reviews.ts'
import { type AttendanceSort, listStudentReviews } from '#contract/reviews/reviews-of-person.ts'
import { getExportEntries } from '#web/exports/api.ts'
import { usePaginatedList } from '#web/kit/api/hooks.ts'
import { useSorting } from '#web/kit/list/sort.ts'
import { PageMenu } from '#web/kit/page/header/page-menu.tsx'
import { Empty, LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import { EmptyTray } from '#web/kit/ui/drawings/empty-tray.tsx'
import { AttendanceTable } from './student-reviews-table.tsx'

/** The columns that the server can sort by. */
const sorts: AttendanceSort[] = ['week', 'status', 'when', 'reviewer', 'together']

/** All of a student's reviews, as an admin sees them. */
export function StudentReviews({ student }: { student: string }) {
  const sorting = useSorting(sorts)
  const query = { student, ...(sorting.sort && { sort: sorting.sort }) }
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2}>Reviews</Title>
        <PageMenu entries={getExportEntries(exportReviews, query, 'reviews')} />
      </Group>
      <LoadedList
        list={usePaginatedList(listStudentReviews, { query }, { keepPrevious: true })}
        infinite
        skeleton={<Skeletons count={6} height={44} />}
        empty={<Empty picture={<EmptyTray />} text={noReviewsFoundMessage} />}
      >
        {(reviews) => <AttendanceTable reviews={reviews} sorting={sorting} />}
      </LoadedList>
    </Stack>
  )
}
