import { Text } from '@mantine/core'
import {
  type BookingSettings,
  getBookingSettings,
  saveBookingSettings,
} from '#contract/availability/booking-settings.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { Choices } from '#web/kit/form/fields/choices.tsx'
import { toastReply } from '#web/kit/page/overlays/toast.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'

type Way = BookingSettings['moveByItself']

/** What each option does with a review that loses its slot. */
const meanings: Record<Way, string> = {
  ask: 'It waits on your home until you book another slot.',
  'same-day':
    'It moves to the best free slot of the same day; where there is none, it waits on your home.',
}

/** The advisor's setting for reviews whose reviewer becomes absent; saved as it is chosen. */
export function RebookingCard() {
  const query = useApiQuery(getBookingSettings)
  const save = useApiMutation(saveBookingSettings)

  const choose = (moveByItself: Way) =>
    toastReply(save.mutateAsync({ body: { value: { moveByItself } } }))

  return (
    <SectionCard id="lost-slots" title="When a review loses its slot">
      <Loaded query={query} skeleton={<Skeletons count={1} height={68} />}>
        {(settings) => {
          const sent = save.isPending ? save.variables.body?.value : undefined
          const chosen = (sent ?? settings).moveByItself
          return (
            <>
              <Choices<Way>
                fullWidth
                aria-labelledby="lost-slots"
                value={chosen}
                readOnly={save.isPending}
                onChange={choose}
                data={[
                  { value: 'ask', label: 'Ask me' },
                  { value: 'same-day', label: 'Move it that day' },
                ]}
              />
              <Text c="dimmed">{meanings[chosen]}</Text>
            </>
          )
        }}
      </Loaded>
    </SectionCard>
  )
}
