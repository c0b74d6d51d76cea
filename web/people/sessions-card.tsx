import { Button, Group } from '@mantine/core'
import { useRef } from 'react'
import { endOtherSessions, endSession, listSessions } from '#contract/accounts/sessions.ts'
import type { Role } from '#contract/roles.ts'
import { useApiMutation, usePaginatedList } from '#web/kit/api/hooks.ts'
import { openConfirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastReply } from '#web/kit/page/overlays/toast.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import { ZoneNote } from '#web/kit/ui/dates/zone-note.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { SessionList } from './session-list.tsx'

/** The reader's sessions, and how to end one or all others. */
export function SessionsCard({ role }: { role: Role }) {
  const title = useRef<HTMLHeadingElement>(null)
  const timeZone = useSchoolZone()
  const list = usePaginatedList(listSessions[role])
  const endOne = useApiMutation(endSession[role])
  const endOthers = useApiMutation(endOtherSessions[role])

  // The button disappears with the session.
  const end = (ending: Promise<{ message: string }>) =>
    toastReply(ending, () => title.current?.focus())

  async function askToEndOthers() {
    const sure = await openConfirmDialog({
      title: 'Sign out everywhere else',
      text: 'You will be signed out of every other browser, and your API tokens will be revoked.',
      confirm: 'Yes, sign out',
    })
    if (sure) await end(endOthers.mutateAsync({}))
  }

  return (
    <SectionCard id="sessions" title="Where you are signed in" titleRef={title}>
      <LoadedList list={list} skeleton={<Skeletons count={2} height={64} />} empty={null}>
        {(sessions) => (
          <>
            <SessionList
              sessions={sessions}
              ending={endOne.isPending ? endOne.variables.body?.id : undefined}
              end={({ _id: id }) => end(endOne.mutateAsync({ body: { id } }))}
            />
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
    </SectionCard>
  )
}
