import type { SchoolSummary } from '#contract/school/summary.ts'
import { AdviceList } from './advice.tsx'
import { StudentsByWeek } from './charts/students-by-week.tsx'
import { Counts } from './counts.tsx'
import { isSetUp } from './findings.ts'
import { FirstDeletion } from './first-deletion.tsx'
import { FirstSteps } from './first-steps/first-steps.tsx'
import { InNeed } from './need/in-need.tsx'
import { Notice } from './notice.tsx'

/** What stands below the answer: what would help, first steps or who needs somebody, and the school in numbers. */
export function Overview({ summary }: { summary: SchoolSummary }) {
  const isRunning = isSetUp(summary)
  const { isProxyUnheard, firstDeletion, mailsFailed, mailsDelayed, studentsByWeek } = summary
  return (
    <>
      {isProxyUnheard && <ProxyNotice />}
      {!isRunning && <FirstSteps summary={summary} />}
      <AdviceList summary={summary} />
      {firstDeletion && <FirstDeletion {...firstDeletion} />}
      <InNeed mailsFailed={mailsFailed} mailsDelayed={mailsDelayed} isRunning={isRunning}>
        <Counts summary={summary} />
        {studentsByWeek.length > 0 && <StudentsByWeek rows={studentsByWeek} />}
      </InNeed>
    </>
  )
}

/** For whoever runs the server: the school's limits take all its people for one. */
function ProxyNotice() {
  return (
    <Notice title="The server takes everybody for one visitor">
      You reach Weekward through a proxy, and the server has not been told to believe it: ten wrong
      passwords of one person can keep another one out. Whoever runs the server sets TRUST_PROXY to
      the address of the proxy, as the README shows.
    </Notice>
  )
}
