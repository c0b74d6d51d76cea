import { Card, Stack, Title } from '@mantine/core'
import { Link } from 'react-router'
import { getSchoolSummary, type SchoolSummary } from '#contract/school.ts'
import { useCall } from '#web/kit/call/query.ts'
import { useLazy } from '#web/kit/later/use-lazy.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import styles from './admin-home-page.module.css'
import { answerOf, isSetUp } from './findings.ts'

/** Is the school running, and who is stuck? */
export function AdminHomePage() {
  return (
    <Page title="Home">
      <Loaded query={useCall(getSchoolSummary)} skeleton={<Skeletons count={3} height={160} />}>
        {(summary) => <Summary summary={summary} />}
      </Loaded>
    </Page>
  )
}

/** The answer is there at once; the code of what explains it comes after. */
function Summary({ summary }: { summary: SchoolSummary }) {
  const AdviceList = useLazy(async () => (await import('./overview.tsx')).AdviceList)
  const Overview = useLazy(async () => (await import('./overview.tsx')).Overview)
  const { said, overdue } = answerOf(summary)
  return (
    <Stack gap="lg">
      {isSetUp(summary) && (
        <Card component="section" withBorder aria-labelledby="answer">
          <Title order={2} mb="xs" id="answer">
            {said}
            {overdue && (
              <Link to={paths.studentsIn('overdue')} className={styles.overdue}>
                {overdue}
              </Link>
            )}
          </Title>
          {AdviceList && <AdviceList summary={summary} />}
        </Card>
      )}
      {Overview && <Overview summary={summary} />}
    </Stack>
  )
}
