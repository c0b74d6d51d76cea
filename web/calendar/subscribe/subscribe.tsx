import { Button, Group, Stack, Text } from '@mantine/core'
import { getCalendarLink, makeCalendarLink } from '#contract/calendar/feed.ts'
import { feedDays } from '#contract/limits.ts'
import type { Role } from '#contract/roles.ts'
import { useCall, useChange } from '#web/kit/call/query.ts'
import { When } from '#web/kit/look/when.tsx'
import { CopyField } from '#web/kit/page/copy-field.tsx'
import { confirmDialog, startsHere } from '#web/kit/page/dialogs.ts'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { toastServerMessage } from '#web/kit/page/toast.ts'
import { useSchoolZone } from '#web/school/api.ts'

/** The address at which one's own calendar reads one's reviews: to make, to copy, to make anew. */
export function Subscribe({ role }: { role: Role }) {
  const timeZone = useSchoolZone()
  const link = useCall(getCalendarLink[role])
  const make = useChange(makeCalendarLink[role])
  const url = make.data?.url

  async function makeLink(isRenewed: boolean) {
    const sure =
      !isRenewed ||
      (await confirmDialog({
        title: 'Make a new link',
        text: 'The link that you have now ends at once: calendars that use it show no reviews any more until you give them the new one.',
        confirm: 'Yes, make a new one',
        takesAway: true,
      }))
    if (sure) await make.mutateAsync({}).catch(toastServerMessage)
  }

  return (
    <Stack>
      <Text tabIndex={-1} style={{ outline: 'none' }} {...(url ? {} : startsHere)}>
        {role === 'admin'
          ? 'Your own calendar shows the school’s reviews that are ahead, and follows each change by itself.'
          : `Your own calendar shows your reviews of the last ${feedDays} days and all that are ahead, and follows each change by itself.`}
      </Text>
      {url && (
        <CopyField
          label="Link for your calendar"
          value={url}
          hint="Copy it now, it is not shown again. Give it to no one: whoever has it reads your reviews. Your calendar takes it under ‘From URL’ (Google), ‘Subscribe from web’ (Outlook) or ‘New calendar subscription’ (Apple)."
        />
      )}
      <Loaded query={link} skeleton={<Skeletons count={1} height={44} />}>
        {({ madeAt }) => (
          <>
            {madeAt && !url && (
              <Text c="dimmed">
                You made a link <When at={madeAt} timeZone={timeZone} goesOn />. If you have lost
                it, or somebody else has it, make a new one.
              </Text>
            )}
            <Group>
              <Button
                variant="default"
                loading={make.isPending}
                onClick={() => makeLink(madeAt !== null)}
              >
                {madeAt ? 'Make a new link' : 'Make a link'}
              </Button>
            </Group>
          </>
        )}
      </Loaded>
    </Stack>
  )
}
