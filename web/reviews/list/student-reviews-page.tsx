import { useParams } from 'react-router'
import { getStudent, type ListedPerson } from '#contract/people.ts'
import { type AttendedSort, listStudentReviews } from '#contract/reviews/look-back.ts'
import { noReviewsFound } from '#contract/reviews.ts'
import { useCall, useList } from '#web/kit/call/query.ts'
import { useSorting } from '#web/kit/list/sort.ts'
import { EmptyTray } from '#web/kit/look/drawings/illustrations.tsx'
import { StatePill } from '#web/kit/look/states/state-pill.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { Empty, Loaded, LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { AttendanceTable } from './attendance-table.tsx'
import { StudentStanding } from './student-standing.tsx'

/** Is this student on the way? And all of their reviews, as an admin sees them. */
export function StudentReviewsPage() {
  const { id = '' } = useParams()
  const student = useCall(getStudent, { query: { id } })
  return (
    <Page
      title={student.data?.name}
      eyebrow="Student"
      trail={[{ label: 'Students', to: paths.studentList }]}
      state={student.data && stateOf(student.data)}
    >
      <Loaded query={student} skeleton={<RowsToCome />}>
        {({ _id }) => (
          <>
            <StudentStanding student={_id} />
            <Reviews student={_id} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Those that the table shows and the server knows. */
const sorts: AttendedSort[] = ['week', 'status', 'date', 'reviewer', 'together']

function Reviews({ student }: { student: string }) {
  const sorting = useSorting(sorts)
  const query = { student, ...(sorting.sort && { sort: sorting.sort }) }
  return (
    <LoadedList
      list={useList(listStudentReviews, { query }, { keepPrevious: true })}
      infinite
      skeleton={<RowsToCome />}
      empty={<Empty picture={<EmptyTray />} text={noReviewsFound} />}
    >
      {(reviews) => <AttendanceTable reviews={reviews} sorting={sorting} />}
    </LoadedList>
  )
}

/** What keeps the student from signing in, before anything else does. */
function stateOf({ isBlocked, isProfileVerified }: ListedPerson) {
  if (isBlocked) return <StatePill colour="red">Blocked</StatePill>
  return isProfileVerified ? undefined : <StatePill sign="empty">Unverified</StatePill>
}

function RowsToCome() {
  return <Skeletons count={6} height={44} />
}
