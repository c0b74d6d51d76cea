import { Card, Stack, Title } from '@mantine/core'
import { getSchoolSummary, type SchoolSummary } from '#contract/school.ts'
import { useCall } from '#web/kit/call/query.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { AdviceList } from './advice.tsx'
import { Counts } from './counts.tsx'
import { answerOf } from './findings.ts'
import { FirstDeletion } from './first-deletion.tsx'
import { Notice } from './notice.tsx'
import { StudentsByWeek } from './students-by-week.tsx'

/** Is the school running? */
export function AdminHomePage() {
  return (
    <Page title="Home">
      <Loaded query={useCall(getSchoolSummary)} skeleton={<Skeletons count={3} height={160} />}>
        {(summary) => <Summary summary={summary} />}
      </Loaded>
    </Page>
  )
}

function Summary({ summary }: { summary: SchoolSummary }) {
  return (
    <Stack>
      {summary.isProxyUnheard && <ProxyNotice />}
      <Card component="section" withBorder aria-labelledby="answer">
        <Title order={2} size="h1" mb="sm" id="answer">
          {answerOf(summary)}
        </Title>
        <AdviceList summary={summary} />
      </Card>
      {summary.firstDeletion && <FirstDeletion {...summary.firstDeletion} />}
      <Counts summary={summary} />
      {summary.studentsByWeek.length > 0 && <StudentsByWeek rows={summary.studentsByWeek} />}
    </Stack>
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
