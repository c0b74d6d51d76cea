import { Button, Text } from '@mantine/core'
import type { ActiveSession } from '#contract/accounts/sessions.ts'
import styles from '#web/kit/list/action-rows.module.css'
import { InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import { useSchoolZone } from '#web/school/api.ts'

type Props = {
  sessions: ActiveSession[]
  /** The id of the session that is just being ended. */
  ending: string | undefined
  end: (session: ActiveSession) => void
}

/** A person's sessions, each with a button that ends it, but for the reader's own. */
export function SessionList({ sessions, ending, end }: Props) {
  return (
    <ul>
      {sessions.map((session) => (
        <li key={session._id} className={styles.row}>
          <Place session={session} />
          {!session.isThis && (
            <Button
              variant="default"
              aria-label={`Sign out of ${getName(session)}`}
              loading={ending === session._id}
              onClick={() => end(session)}
            >
              Sign out
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function Place({ session }: { session: ActiveSession }) {
  const timeZone = useSchoolZone()
  const { signedInAt, usedAt, address, isThis } = session
  return (
    <div className={styles.about}>
      <Text fw={600}>
        {getName(session)}
        {isThis && ' (this browser)'}
      </Text>
      {address !== null && <Text size="sm">From {address}</Text>}
      <Text size="sm" c="dimmed">
        Signed in <InstantText at={signedInAt} timeZone={timeZone} isMidSentence />
      </Text>
      {!isThis && (
        <Text size="sm" c="dimmed">
          Last used <InstantText at={usedAt} timeZone={timeZone} isMidSentence />
        </Text>
      )}
    </div>
  )
}

function getName({ browser }: ActiveSession): string {
  return browser ?? 'Unknown browser'
}
