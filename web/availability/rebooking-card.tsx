import { Text } from '@mantine/core'
import {
  getBookingSettings,
  saveBookingSettings,
} from '#contract/availability/rebooking-settings.ts'
import type { RebookingOption } from '#contract/kit/rebooking-policy.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { SegmentedField } from '#web/kit/form/fields/segmented-field.tsx'
import { toastReply } from '#web/kit/page/overlays/toast.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'

/** What each option does with a review that loses its slot. */
const meanings: Record<RebookingOption, string> = {
  ask: 'It stays on Home until you book another slot.',
  'same-day':
    'It moves to the best free slot on the same day that your school’s rules allow. If there is none, it stays on Home.',
}

/** The advisor's setting for reviews whose reviewer becomes absent; saved as it is chosen. */
export function RebookingCard() {
  const query = useApiQuery(getBookingSettings)
  const save = useApiMutation(saveBookingSettings)

  const choose = (moveByItself: RebookingOption) =>
    toastReply(save.mutateAsync({ body: { value: { moveByItself } } }))

  return (
    <SectionCard id="rebooking" title="When a review loses its slot">
      <LoadedData query={query} skeleton={<Skeletons count={1} height={68} />}>
        {(settings) => {
          const sent = save.isPending ? save.variables.body?.value : undefined
          const chosen = (sent ?? settings).moveByItself
          return (
            <>
              <SegmentedField<RebookingOption>
                fullWidth
                aria-labelledby="rebooking"
                value={chosen}
                readOnly={save.isPending}
                onChange={choose}
                data={[
                  { value: 'ask', label: 'Ask me' },
                  { value: 'same-day', label: 'Rebook same day' },
                ]}
              />
              <Text c="dimmed">{meanings[chosen]}</Text>
            </>
          )
        }}
      </LoadedData>
    </SectionCard>
  )
}
