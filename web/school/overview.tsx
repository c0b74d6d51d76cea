import type { SchoolSummary } from '#contract/school/summary.ts'
import { StudentsByWeek } from './charts/students-by-week.tsx'
import { Counts } from './counts.tsx'
import { isSetUp } from './findings.ts'
import { InNeed } from './need/in-need.tsx'

/** What stands below what would help: who needs somebody, and the school in numbers. */
export function Overview({ summary }: { summary: SchoolSummary }) {
  const { mailsFailed, mailsDelayed, studentsByWeek } = summary
  return (
    <InNeed mailsFailed={mailsFailed} mailsDelayed={mailsDelayed} isRunning={isSetUp(summary)}>
      <Counts summary={summary} />
      {studentsByWeek.length > 0 && <StudentsByWeek rows={studentsByWeek} />}
    </InNeed>
  )
}
