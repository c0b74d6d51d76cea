import { Button, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getHealth, type HealthReport } from '#contract/health.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { toastFailure } from '#web/kit/page/overlays/toast.ts'
import { Page } from '#web/kit/page/page.tsx'
import { PendingHeadline } from '#web/kit/page/pending-headline.tsx'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import { ZoneNote } from '#web/kit/ui/dates/zone-note.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { HealthLines } from './health-lines.tsx'

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
      <Loaded query={query} skeleton={<Skeletons count={8} height={68} />}>
        {(health) => (
          <Stack gap="lg">
            <Text c="dimmed">
              Weekward {health.version}, checked{' '}
              <InstantText at={health.at} timeZone={timeZone} goesOn />.
            </Text>
            <ZoneNote timeZone={timeZone} />
            <HealthLines title="To fix" lines={health.lines.filter(({ isFine }) => !isFine)} />
            <HealthLines title="OK" lines={health.lines.filter(({ isFine }) => isFine)} />
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}

/** How many problems there are; reserves its line until that is known. */
function Answer({ health }: { health: HealthReport | undefined }) {
  const count = health?.lines.filter(({ isFine }) => !isFine).length
  return (
    <span role="status">
      {count === undefined ? (
        <PendingHeadline />
      ) : count === 0 ? (
        'All checks passed.'
      ) : (
        `${formatCount(count, 'check needs', 'checks need')} attention.`
      )}
    </span>
  )
}
