import { Button, Group, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { getCalendarLink, makeCalendarLink } from '#contract/calendar/feed.ts'
import { feedDays } from '#contract/limits/calendar.ts'
import type { Role } from '#contract/roles.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { CopyField } from '#web/kit/page/copy-field.tsx'
import { useDisclosureFocus } from '#web/kit/page/focus/focus.ts'
import { toastServerErrorMessage } from '#web/kit/page/overlays/toast.ts'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import { useSchoolZone } from '#web/school/api.ts'

/** The calendar feed's address: create, copy or replace it. */
export function CalendarFeedLink({ role }: { role: Role }) {
  const timeZone = useSchoolZone()
  const link = useApiQuery(getCalendarLink[role])
  const make = useApiMutation(makeCalendarLink[role])
  const [isAsking, setAsking] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  const opener = useDisclosureFocus(isAsking, () => keep.current)
  const url = make.data?.url

  async function makeLink() {
    await make.mutateAsync({}).catch(toastServerErrorMessage)
    setAsking(false)
  }

  return (
    <Stack>
      <Text>
        {role === 'admin'
          ? 'Your calendar shows the school’s upcoming reviews and updates automatically.'
          : `Your calendar shows your reviews of the last ${feedDays} days and all upcoming reviews, and updates automatically.`}
      </Text>
      {url && (
        <CopyField
          label="Link for your calendar"
          value={url}
          hint="Copy it now: it is not shown again. Do not share it: anyone with it can see your reviews. Add it under ‘From URL’ (Google), ‘Subscribe from web’ (Outlook) or ‘New calendar subscription’ (Apple)."
        />
      )}
      <LoadedData query={link} skeleton={<Skeletons count={1} height={44} />}>
        {({ madeAt }) => (
          <>
            {madeAt && !url && (
              <Text c="dimmed">
                You created a link <InstantText at={madeAt} timeZone={timeZone} isMidSentence />. If
                you lost it, or someone else has it, create a new one.
              </Text>
            )}
            {isAsking && (
              <Text role="status">
                The current link stops working at once: calendars that use it show no reviews until
                you add the new one.
              </Text>
            )}
            <Group>
              {isAsking ? (
                <>
                  <Button key="renew" variant="default" loading={make.isPending} onClick={makeLink}>
                    Yes, create a new one
                  </Button>
                  <Button variant="default" ref={keep} onClick={() => setAsking(false)}>
                    Keep the current link
                  </Button>
                </>
              ) : (
                <Button
                  key="make"
                  variant="default"
                  ref={opener}
                  loading={make.isPending}
                  onClick={madeAt ? () => setAsking(true) : makeLink}
                >
                  {madeAt ? 'Create a new link' : 'Create a link'}
                </Button>
              )}
            </Group>
          </>
        )}
      </LoadedData>
    </Stack>
  )
}
