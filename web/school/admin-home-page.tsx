import { Stack } from '@mantine/core'
import { Link } from 'react-router'
import { getSchoolSummary, type SchoolSummary } from '#contract/school/summary.ts'
import { useCall } from '#web/kit/call/query.ts'
import { useLazy } from '#web/kit/later/use-lazy.ts'
import { AnswerToCome } from '#web/kit/page/answer-to-come.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import styles from './admin-home-page.module.css'
import { answerOf } from './findings.ts'

const skeleton = <Skeletons count={3} height={160} />

/** Is the school running, and who is stuck? */
export function AdminHomePage() {
  const query = useCall(getSchoolSummary)
  return (
    <Page title="Home" answer={!query.isLoadingError && <Answer summary={query.data} />} isSentence>
      <Loaded query={query} skeleton={skeleton}>
        {(summary) => <Summary summary={summary} />}
      </Loaded>
    </Page>
  )
}

/** How the school stands, in one line that keeps its place until it is known. */
function Answer({ summary }: { summary: SchoolSummary | undefined }) {
  if (!summary) return <AnswerToCome />
  const { said, overdue } = answerOf(summary)
  return (
    <>
      {said}
      {overdue && (
        <Link to={paths.studentsIn('overdue')} className={styles.overdue}>
          {overdue}
        </Link>
      )}
    </>
  )
}

/** The answer is there at once; the code of what explains it comes after. */
function Summary({ summary }: { summary: SchoolSummary }) {
  const Overview = useLazy(async () => (await import('./overview.tsx')).Overview)
  return <Stack gap="lg">{Overview ? <Overview summary={summary} /> : skeleton}</Stack>
}
