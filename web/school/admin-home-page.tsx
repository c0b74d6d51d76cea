import { Stack } from '@mantine/core'
import { Link } from 'react-router'
import { getSchoolSummary, type SchoolSummary } from '#contract/school/summary.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { useLazy } from '#web/kit/lazy/use-lazy.ts'
import { Page } from '#web/kit/page/page.tsx'
import { PendingHeadline } from '#web/kit/page/pending-headline.tsx'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'
import styles from './admin-home-page.module.css'
import { AdviceList } from './advice.tsx'
import { useIsZoneSettled } from './api.ts'
import { attentionSkeleton } from './attention/attention-skeleton.tsx'
import { FirstDeletion } from './first-deletion.tsx'
import { FirstSteps } from './first-steps/first-steps.tsx'
import { getSteps } from './first-steps/steps.ts'
import { getHeadline, hasBegun } from './headline.ts'
import { ProxyWarning } from './warning-card.tsx'

const skeleton = <Skeletons count={3} height={160} />

/** The admin's home: is the school running, and who needs help? */
export function AdminHomePage() {
  const query = useApiQuery(getSchoolSummary)
  const ready = useIsZoneSettled()
  return (
    <Page title="Home" answer={!query.isLoadingError && <Answer summary={query.data} />} isSentence>
      <Loaded query={query} skeleton={skeleton} ready={ready}>
        {(summary) => <Summary summary={summary} />}
      </Loaded>
    </Page>
  )
}

/** The state of the school in one sentence; reserves its line until that is known. */
function Answer({ summary }: { summary: SchoolSummary | undefined }) {
  if (!summary) return <PendingHeadline />
  return getHeadline(summary).map((part) =>
    typeof part === 'string' ? (
      part
    ) : (
      <Link key={part.to} to={part.to} className={styles.counted}>
        {part.name}
      </Link>
    ),
  )
}

/** The advice and the first steps; the code of the rest loads later. */
function Summary({ summary }: { summary: SchoolSummary }) {
  const Overview = useLazy(async () => (await import('./overview.tsx')).Overview)
  const { isProxyUnheard, firstDeletion } = summary
  const hasStepsLeft = !hasBegun(summary) && getSteps(summary).some(({ isDone }) => !isDone)
  return (
    <Stack gap="lg">
      {isProxyUnheard && <ProxyWarning />}
      {hasStepsLeft && <FirstSteps summary={summary} />}
      <AdviceList summary={summary} />
      {firstDeletion && <FirstDeletion {...firstDeletion} />}
      {Overview ? <Overview summary={summary} /> : attentionSkeleton}
    </Stack>
  )
}
