import { Button, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import {
  getHealth,
  type HealthCheckName,
  type HealthCheckResult,
  type HealthReport,
  healthCheckLabels,
  healthManualPages,
} from '#contract/health.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { HeadingSkeleton } from '#web/kit/page/heading-skeleton.tsx'
import { toastFailure } from '#web/kit/page/overlays/toast.ts'
import { Page } from '#web/kit/page/page.tsx'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { localizeTimes } from '#web/kit/ui/dates/clock.ts'
import { InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import { ZoneNote } from '#web/kit/ui/dates/zone-note.tsx'
import { StatePill } from '#web/kit/ui/states/state-pill.tsx'
import { ManualLink } from '#web/kit/ui/text/manual-link.tsx'
import { paths } from '#web/paths.ts'
import { useSchoolZone } from '#web/school/api.ts'
import styles from './health-lines.module.css'

/** The server's health checks, and what to do about failed ones. */
export function HealthPage() {
  // Fetched when the screen opens and on request, not after every change.
  const query = useApiQuery(getHealth, {}, { once: true })
  const client = useQueryClient()
  useEffect(() => () => client.removeQueries({ queryKey: [getHealth.path] }), [client])
  const timeZone = useSchoolZone()

  async function checkAgain() {
    const { error } = await query.refetch()
    if (error) toastFailure(error)
  }

  return (
    <Page
      title="Health"
      answer={!query.isLoadingError && <Answer health={query.data} />}
      action={
        <Button variant="default" loading={query.isFetching} onClick={checkAgain}>
          Check again
        </Button>
      }
    >
      <LoadedData query={query} skeleton={<Skeletons count={8} height={68} />}>
        {(health) => (
          <Stack gap="lg">
            <Text c="dimmed">
              Weekward {health.version}, checked{' '}
              <InstantText at={health.at} timeZone={timeZone} isMidSentence />.
            </Text>
            <ZoneNote timeZone={timeZone} />
            <HealthLines title="To fix" lines={health.lines.filter(({ isFine }) => !isFine)} />
            <HealthLines title="OK" lines={health.lines.filter(({ isFine }) => isFine)} />
          </Stack>
        )}
      </LoadedData>
    </Page>
  )
}

/** How many problems there are; reserves its line until that is known. */
function Answer({ health }: { health: HealthReport | undefined }) {
  const count = health?.lines.filter(({ isFine }) => !isFine).length
  return (
    <span role="status">
      {count === undefined ? (
        <HeadingSkeleton />
      ) : count === 0 ? (
        'All checks passed'
      ) : (
        `${formatCount(count, 'check needs', 'checks need')} attention`
      )}
    </span>
  )
}

/** The screen with the details or the setting for a check. */
const linkByCheck: Partial<Record<HealthCheckName, { to: string; label: string }>> = {
  'mail-server': { to: paths.schoolSettings, label: 'School settings' },
  'mails-waiting': { to: paths.mailsIn('waiting'), label: 'See the emails' },
  'mails-failed': { to: paths.mailsIn('failed'), label: 'See the emails' },
  webhooks: { to: paths.webhooks, label: 'See the webhooks' },
}

/** The results of some health checks, with advice; nothing if there are none. */
function HealthLines({ title, lines }: { title: string; lines: HealthCheckResult[] }) {
  if (lines.length === 0) return null
  return (
    <SectionCard title={title}>
      <ul className={styles.lines}>
        {lines.map(({ check, isFine, said, todo }) => (
          <li key={check} className={styles.line}>
            <h3>{healthCheckLabels[check]}</h3>
            <div className={styles.state}>
              <StatePill sign={isFine ? 'empty' : 'full'} {...(!isFine && { colour: 'red' })}>
                {isFine ? 'OK' : 'To fix'}
              </StatePill>
            </div>
            <div className={styles.words}>
              <p>{localizeTimes(said)}</p>
              {todo !== null && (
                <>
                  <p className={styles.todo}>
                    {localizeTimes(todo)} <PlaceLink check={check} />
                  </p>
                  <p className={styles.manual}>
                    <ManualLink page={healthManualPages[check]} />
                  </p>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

function PlaceLink({ check }: { check: HealthCheckName }) {
  const place = linkByCheck[check]
  return place && <Link to={place.to}>{place.label}</Link>
}
