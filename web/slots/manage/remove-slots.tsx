import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays } from '#contract/kit/time/zone.ts'
import { generatedDays } from '#contract/limits/availability.ts'
import { listLimitMax } from '#contract/limits/limits.ts'
import { publishHorizonDays, slotListDaysMax } from '#contract/limits/slots.ts'
import { listOwnSlotsByDate, type OwnSlot } from '#contract/slots/slots.ts'
import { type ApiReply, callApi } from '#web/kit/api/call-api.ts'
import { useNow } from '#web/kit/live/now.ts'
import { autoFocusProps } from '#web/kit/page/overlays/dialogs.ts'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { SlotCheckboxes } from './slot-checkboxes.tsx'
import { useRemoveSlots } from './use-remove-slots.ts'

type Props = {
  /** Today's date in the school's zone (YYYY-MM-DD). */
  today: string
  close: () => void
}

/** Selects free slots one by one, by day or all in a range, and removes them. */
export function RemoveSlotsForm({ today, close }: Props) {
  const [from, setFrom] = useState(today)
  const [to, setTo] = useState(addDays(today, generatedDays - 1))
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const { remove, isPending } = useRemoveSlots()
  const now = useNow()
  const last = addDays(today, publishHorizonDays)
  const until = to === '' || to > last ? last : to
  const isSpan = from >= today && from <= until
  const query = useOwnSlots(from, until, { enabled: isSpan })

  return (
    <Stack>
      <Group align="start">
        <TextInput
          label="From"
          type="date"
          min={today}
          value={from}
          {...autoFocusProps}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        />
        <TextInput
          label="To"
          type="date"
          description="Leave empty to include all later days"
          min={from}
          value={to}
          error={!isSpan && 'Choose a range that starts today or later'}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
        />
      </Group>
      {isSpan && (
        <LoadedData query={query} skeleton={<Skeletons count={3} height={44} />}>
          {(slots) => {
            const coming = slots.filter(({ startsAt }) => Date.parse(startsAt) > now)
            const chosen = coming.filter((slot) => picked.has(slot._id) && !slot.isBooked)
            return (
              <>
                <SlotCheckboxes
                  slots={coming}
                  picked={picked}
                  pick={setPicked}
                  byDay={until >= addDays(from, slotListDaysMax)}
                />
                <Foot
                  chosen={chosen}
                  isPending={isPending}
                  close={close}
                  remove={async () => {
                    if (await remove(chosen)) close()
                  }}
                />
              </>
            )
          }}
        </LoadedData>
      )}
    </Stack>
  )
}

type FootProps = {
  chosen: OwnSlot[]
  isPending: boolean
  remove: () => void
  close: () => void
}

function Foot({ chosen, isPending, remove, close }: FootProps) {
  const count = chosen.length
  return (
    <Group justify="space-between">
      <Text role="status">{count === 0 ? 'None selected' : `${count} selected`}</Text>
      <Group>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button variant="default" disabled={count === 0} loading={isPending} onClick={remove}>
          {count > 1 ? `Remove ${count} slots` : 'Remove slot'}
        </Button>
      </Group>
    </Group>
  )
}

/** A reviewer's slots between two dates (YYYY-MM-DD), fetched in as many requests as needed. */
function useOwnSlots(from: string, to: string, { enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: [listOwnSlotsByDate.path, from, to],
    queryFn: async ({ signal }) => {
      const slots: OwnSlot[] = []
      for (let first = from; first <= to; first = addDays(first, slotListDaysMax)) {
        const last = addDays(first, slotListDaysMax - 1)
        const days = { from: first, to: last < to ? last : to, limit: listLimitMax }
        let cursor: string | undefined
        do {
          const page: ApiReply<OwnSlot[]> = await callApi(
            listOwnSlotsByDate,
            { query: { ...days, cursor } },
            { signal },
          )
          slots.push(...page.data)
          cursor = page.next
        } while (cursor !== undefined)
      }
      return slots
    },
    enabled,
  })
}
