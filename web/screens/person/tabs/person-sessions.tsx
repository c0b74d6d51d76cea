import { Button, Group, Text } from '@mantine/core'
import { useRef } from 'react'
import {
  type ActiveSession,
  endPersonSessions,
  listPersonSessions,
} from '#contract/accounts/sessions.ts'
import type { PersonDetails } from '#contract/people/people.ts'
import { useApiMutation, usePaginatedList } from '#web/kit/api/hooks.ts'
import { openConfirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastReply } from '#web/kit/page/overlays/toast.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import { ZoneNote } from '#web/kit/ui/dates/zone-note.tsx'
import { SessionList } from '#web/people/session-list.tsx'
import { useSchoolZone } from '#web/school/api.ts'

/** Where a person is signed in. An admin ends one of the sessions, or all of them. */
export function PersonSessions({ person: { _id: id, name } }: { person: PersonDetails }) {
  const title = useRef<HTMLHeadingElement>(null)
  const list = usePaginatedList(listPersonSessions, { query: { person: id } })
  const { mutateAsync, isPending, variables } = useApiMutation(endPersonSessions)
  const ending = isPending ? variables.body?.value : undefined

  async function end(session?: ActiveSession) {
    const where = session ? (session.browser ?? 'an unknown browser') : 'every browser'
    const sure = await openConfirmDialog({
      title: 'Sign out',
      text: `Sign ${name} out of ${where}? ${name} is notified, and has to sign in again there.${session ? '' : ' Their API tokens are revoked.'}`,
      confirm: 'Yes, sign out',
    })
    if (!sure) return
    await toastReply(mutateAsync({ body: { value: { id, session: session?._id } } }))
    // The button disappears with the session.
    title.current?.focus()
  }

  return (
    <SectionCard id="sessions" title={`Where ${name} is signed in`} titleRef={title}>
      <LoadedList
        list={list}
        skeleton={<Skeletons count={2} height={64} />}
        empty={<Text c="dimmed">Not signed in anywhere.</Text>}
      >
        {(sessions) => (
          <>
            <SessionList sessions={sessions} ending={ending?.session} end={end} />
            {sessions.filter(({ isThis }) => !isThis).length > 1 && (
              <Group>
                <Button
                  variant="default"
                  loading={ending !== undefined && ending.session === undefined}
                  onClick={() => end()}
                >
                  Sign out everywhere
                </Button>
              </Group>
            )}
          </>
        )}
      </LoadedList>
      <ZoneNote timeZone={useSchoolZone()} />
    </SectionCard>
  )
}
