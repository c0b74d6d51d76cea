import { dateInZone } from '#contract/kit/zone.ts'
import { notFixed, notScheduled, type Review } from '#contract/reviews.ts'
import { Facts } from '#web/kit/list/facts.tsx'
import { specifiedDate } from '#web/kit/look/dates.ts'
import { twoDigits } from '#web/kit/look/week.ts'
import { ZoneNote } from '#web/kit/look/zone-note.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { DetailCard } from './detail-card.tsx'

/** Whose review it is, who takes part and when (specification, section 2). */
export function StudentDetails({ review }: { review: Review }) {
  const timeZone = useSchoolZone()
  const { student, advisor, reviewer, day, time } = review
  return (
    <DetailCard title="Student Details">
      <Facts
        facts={{
          Name: student.name,
          Week: twoDigits(review.week),
          Domain: student.domain?.name ?? notFixed,
          Advisor: advisor?.name ?? notFixed,
          Reviewer: reviewer?.name ?? notScheduled,
          'Review date': specifiedDate(dateInZone(Date.parse(review.date), timeZone)),
          'Scheduled day': day ? specifiedDate(day) : notScheduled,
          'Scheduled time': time ?? notScheduled,
        }}
      />
      {time && <ZoneNote timeZone={timeZone} />}
    </DetailCard>
  )
}
