import { Card, Stack, Title } from '@mantine/core'
import { getPeopleInNeed, getSchoolSummary, type SchoolSummary } from '#contract/school.ts'
import { useCall } from '#web/kit/call/query.ts'
import { useLazy } from '#web/kit/later/use-lazy.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { AdviceList, MailAdvice } from './advice.tsx'
import { Counts } from './counts.tsx'
import { answerOf } from './findings.ts'
import { Notice } from './notice.tsx'
import { isSetUp } from './steps.ts'

/** Is the school running, and who is stuck? */
export function AdminHomePage() {
  // Asked at once, for what is shown of it when its code is there.
  useCall(getPeopleInNeed)
  return (
    <Page title="Home">
      <Loaded query={useCall(getSchoolSummary)} skeleton={<Skeletons count={3} height={160} />}>
        {(summary) => <Summary summary={summary} />}
      </Loaded>
    </Page>
  )
}

function Summary({ summary }: { summary: SchoolSummary }) {
  const InNeed = useLazy(async () => (await import('./in-need.tsx')).InNeed)
  const StudentsByWeek = useLazy(
    async () => (await import('./students-by-week.tsx')).StudentsByWeek,
  )
  const FirstSteps = useLazy(async () => (await import('./first-steps.tsx')).FirstSteps)
  const FirstDeletion = useLazy(async () => (await import('./first-deletion.tsx')).FirstDeletion)
  const isRunning = isSetUp(summary)
  return (
    <Stack gap="lg">
      {summary.isProxyUnheard && <ProxyNotice />}
      {isRunning && <Answer summary={summary} />}
      {!isRunning && FirstSteps && <FirstSteps summary={summary} />}
      {!isRunning && <MailAdvice summary={summary} />}
      {summary.firstDeletion && FirstDeletion && <FirstDeletion {...summary.firstDeletion} />}
      {InNeed && <InNeed mailsFailed={summary.mailsFailed} isRunning={isRunning} />}
      <Counts summary={summary} />
      {summary.studentsByWeek.length > 0 && StudentsByWeek && (
        <StudentsByWeek rows={summary.studentsByWeek} />
      )}
    </Stack>
  )
}

function Answer({ summary }: { summary: SchoolSummary }) {
  return (
    <Card component="section" withBorder aria-labelledby="answer">
      <Title order={2} mb="xs" id="answer">
        {answerOf(summary)}
      </Title>
      <AdviceList summary={summary} />
    </Card>
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
