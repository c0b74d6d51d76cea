import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useRef } from 'react'
import {
  type ActiveSession,
  endOtherSessions,
  endSession,
  listSessions,
  otherSessionEndedMessage,
  otherSessionsEndedMessage,
} from '#contract/accounts/sessions.ts'
import type { Role } from '#contract/roles.ts'
import { useApiMutation, usePaginatedList } from '#web/kit/api/hooks.ts'
import styles from '#web/kit/list/action-rows.module.css'
import { confirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import { InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import { ZoneNote } from '#web/kit/ui/dates/zone-note.tsx'
import { useSchoolZone } from '#web/school/api.ts'

/** The reader's sessions, and how to end one or all others. */
export function SessionsCard({ role }: { role: Role }) {
  const title = useRef<HTMLHeadingElement>(null)
  const timeZone = useSchoolZone()
  const list = usePaginatedList(listSessions[role])
  const endOne = useApiMutation(endSession[role])
  const endOthers = useApiMutation(endOtherSessions[role])

  async function end(ending: Promise<unknown>, done: string) {
    try {
      await ending
    } catch (error) {
      toastServerMessage(error)
      return
    }
    toastSuccess(done)
    // The button disappears with the session.
    title.current?.focus()
  }

  async function askToEndOthers() {
    const sure = await confirmDialog({
      title: 'Sign out everywhere else',
      text: 'You will be signed out of every other browser.',
      confirm: 'Yes, sign out',
    })
    if (sure) await end(endOthers.mutateAsync({}), otherSessionsEndedMessage)
  }

  return (
    <Card component="section" withBorder aria-labelledby="sessions">
      <Stack>
        <Title order={2} id="sessions" ref={title} tabIndex={-1} style={{ outline: 'none' }}>
          Where you are signed in
        </Title>
        <LoadedList list={list} skeleton={<Skeletons count={2} height={64} />} empty={null}>
          {(sessions) => (
            <>
              <ul className={styles.list}>
                {sessions.map((session) => (
                  <li key={session._id} className={styles.row}>
                    <Place session={session} timeZone={timeZone} />
                    {!session.isThis && (
                      <Button
                        variant="default"
                        aria-label={`Sign out of ${getName(session)}`}
                        loading={endOne.isPending && endOne.variables.body?.id === session._id}
                        onClick={() =>
                          end(
                            endOne.mutateAsync({ body: { id: session._id } }),
                            otherSessionEndedMessage,
                          )
                        }
                      >
                        Sign out
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
              {sessions.length > 1 && (
                <Group>
                  <Button variant="default" loading={endOthers.isPending} onClick={askToEndOthers}>
                    Sign out everywhere else
                  </Button>
                </Group>
              )}
            </>
          )}
        </LoadedList>
        <ZoneNote timeZone={timeZone} />
      </Stack>
    </Card>
  )
}

function Place({ session, timeZone }: { session: ActiveSession; timeZone: string }) {
  const { signedInAt, usedAt, address, isThis } = session
  return (
    <div className={styles.about}>
      <Text fw={600}>
        {getName(session)}
        {isThis && ' (this browser)'}
      </Text>
      {address !== null && <Text size="sm">From {address}</Text>}
      <Text size="sm" c="dimmed">
        Signed in <InstantText at={signedInAt} timeZone={timeZone} goesOn />
      </Text>
      {!isThis && (
        <Text size="sm" c="dimmed">
          Last used <InstantText at={usedAt} timeZone={timeZone} goesOn />
        </Text>
      )}
    </div>
  )
}

function getName({ browser }: ActiveSession): string {
  return browser ?? 'Unknown browser'
}
