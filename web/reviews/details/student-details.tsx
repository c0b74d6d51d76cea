import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { notFixedLabel, notScheduledLabel, type Review } from '#contract/reviews/reviews.ts'
import type { ProfileRole, Role } from '#contract/roles.ts'
import { DescriptionList } from '#web/kit/list/description-list.tsx'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { localizeTimes } from '#web/kit/ui/dates/clock.ts'
import { formatReviewDate } from '#web/kit/ui/dates/review-date.ts'
import { ZoneNote } from '#web/kit/ui/dates/zone-note.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { PersonLink } from '../display/person-link.tsx'
import { ProgressLink } from '../display/progress-link.tsx'

/** The student, the people involved and the time (specification, section 2). */
export function StudentDetails({ review, viewer }: { review: Review; viewer: Role }) {
  const timeZone = useSchoolZone()
  const { student, advisor, reviewer, day, time } = review
  // Only admins can open people's pages.
  const named = (role: ProfileRole, person: { _id: string; name: string }) =>
    viewer === 'admin' ? <PersonLink of={role} person={person} /> : person.name
  return (
    <SectionCard title="Student Details">
      <DescriptionList
        facts={{
          Name:
            viewer === 'advisor' && !review.isClosed ? (
              <ProgressLink student={student} />
            ) : (
              named('student', student)
            ),
          Week: formatWeekNumber(review.week),
          Domain: student.domain?.name ?? notFixedLabel,
          Advisor: advisor ? named('advisor', advisor) : notFixedLabel,
          Reviewer: reviewer ? named('reviewer', reviewer) : notScheduledLabel,
          'Review date': formatReviewDate(getDateInZone(Date.parse(review.date), timeZone)),
          'Scheduled day': day ? formatReviewDate(day) : notScheduledLabel,
          'Scheduled time': time ? localizeTimes(time) : notScheduledLabel,
        }}
      />
      {time && <ZoneNote timeZone={timeZone} />}
    </SectionCard>
  )
}
