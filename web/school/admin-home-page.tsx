import { Button, Card, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { sentMailDays } from '#contract/limits/mails.ts'
import { getSchoolSummary, type SchoolSummary } from '#contract/school/summary.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { useLazyComponent } from '#web/kit/lazy/use-lazy-component.ts'
import { useNow } from '#web/kit/live/now.ts'
import { HeadingSkeleton } from '#web/kit/page/heading-skeleton.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { useIsDemo } from '#web/kit/page/school.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { formatListDate } from '#web/kit/ui/dates/dates.ts'
import { CheckIcon } from '#web/kit/ui/icons/icons.tsx'
import styles from './admin-home-page.module.css'
import { AdviceList } from './advice.tsx'
import { useIsZoneFetched, useSchoolZone } from './api.ts'
import { attentionSkeleton } from './attention/attention-skeleton.tsx'
import { getSteps, type Step } from './first-steps/steps.ts'
import { getHeadline, hasBegun } from './school-state.ts'

const skeleton = <Skeletons count={3} height={160} />

/** The admin's home: is the school running, and who needs help? */
export function AdminHomePage() {
  const query = useApiQuery(getSchoolSummary)
  const ready = useIsZoneFetched()
  return (
    <Page title="Home" answer={!query.isLoadingError && <Answer summary={query.data} />} isSentence>
      <LoadedData query={query} skeleton={skeleton} ready={ready}>
        {(summary) => <Summary summary={summary} />}
      </LoadedData>
    </Page>
  )
}

/** The state of the school in one sentence; reserves its line until that is known. */
function Answer({ summary }: { summary: SchoolSummary | undefined }) {
  if (!summary) return <HeadingSkeleton />
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
  const Overview = useLazyComponent(async () => (await import('./overview.tsx')).Overview)
  const { isProxyUnheard, firstDeletion } = summary
  const isDemo = useIsDemo()
  const hasStepsLeft = getSteps(summary).some(
    ({ isDone, isLasting }) => !isDone && (!hasBegun(summary) || (isLasting && !isDemo)),
  )
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

type Props = NonNullable<SchoolSummary['firstDeletion']>

/** Announces that old records will be deleted for the first time: when, and which. */
function FirstDeletion({ from, trailDays, callRecordDays }: Props) {
  const [now, timeZone] = [useNow(), useSchoolZone()]
  const day = formatListDate(
    getDateInZone(Date.parse(from), timeZone),
    getDateInZone(now, timeZone),
  )
  return (
    <WarningCard title={`From ${day} on, old records are deleted`}>
      The audit log is kept for {trailDays} days, the attendance and chat of live reviews for{' '}
      {callRecordDays} days, sent emails for {sentMailDays} days. Nothing is deleted before that
      day. The server administrator can change this with TRAIL_DAYS and CALL_RECORD_DAYS.
    </WarningCard>
  )
}

/** The steps of setting up a school, ticked off when done; the next one has the main button. */
function FirstSteps({ summary }: { summary: SchoolSummary }) {
  const steps = getSteps(summary)
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <Card component="section" withBorder aria-labelledby="first-steps">
      <Title order={2} id="first-steps">
        First steps
      </Title>
      <Text c="dimmed" size="sm">
        {done} of {steps.length} done
      </Text>
      <ol className={styles.steps} aria-labelledby="first-steps">
        {steps.map((step, index) => (
          <OneStep key={step.title} step={step} number={index + 1} isNext={step === next} />
        ))}
      </ol>
    </Card>
  )
}

type StepProps = { step: Step; number: number; isNext: boolean }

function OneStep({ step, number, isNext }: StepProps) {
  const { title, text, label, to, isDone, left, first } = step
  const about = isDone ? left : (first ?? text)
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      <span className={styles.sign} aria-hidden="true">
        {isDone ? <CheckIcon /> : number}
      </span>
      <div>
        <Text fw={500}>
          {title}
          {isDone && <VisuallyHidden>, done</VisuallyHidden>}
        </Text>
        {about && (
          <Text size="sm" c="dimmed">
            {about}
          </Text>
        )}
      </div>
      {!isDone && first === undefined && (
        <Button component={Link} to={to} variant={isNext ? 'filled' : 'default'}>
          {label}
        </Button>
      )}
    </li>
  )
}

/** A warning about the server on the admin's home. */
function WarningCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <SectionCard title={title}>
      <Text>{children}</Text>
    </SectionCard>
  )
}

/** For the server's operator: behind an untrusted proxy all people share one rate limit. */
function ProxyWarning() {
  return (
    <WarningCard title="Weekward cannot tell visitors apart">
      You reach Weekward through a proxy that it does not trust, so all people seem to share one
      network: ten wrong passwords for an account lock out its owner too, and a hundred lock out
      everyone who has not signed in recently. Your server administrator can set TRUST_PROXY to the
      address of the proxy, as the README shows.
    </WarningCard>
  )
}
