import type { SchoolSummary } from '#contract/school/summary.ts'
import { Attention } from './attention/attention.tsx'
import { StudentsByWeek } from './charts/students-by-week.tsx'
import { CountTiles } from './count-tiles.tsx'
import { isSetUp } from './headline.ts'

/** The part of the home below the advice: who needs help, and the school's numbers. */
export function Overview({ summary }: { summary: SchoolSummary }) {
  const { mailsFailed, mailsDelayed, hasMailServer, studentsByWeek } = summary
  return (
    <Attention
      mailsFailed={mailsFailed}
      allMailsSent={hasMailServer && mailsDelayed === 0}
      isRunning={isSetUp(summary)}
    >
      <CountTiles summary={summary} />
      {studentsByWeek.length > 0 && <StudentsByWeek rows={studentsByWeek} />}
    </Attention>
  )
}
