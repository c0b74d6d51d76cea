import { useQuery } from '@tanstack/react-query'
import { addDays } from '#contract/kit/time/zone.ts'
import { listLimitMax } from '#contract/limits/limits.ts'
import { slotListDaysMax } from '#contract/limits/slots.ts'
import { listOwnSlotsByDate, type OwnSlot } from '#contract/slots/slots.ts'
import { type ApiReply, callApi } from '#web/kit/api/call-api.ts'

/** A reviewer's slots between two dates (YYYY-MM-DD), fetched in as many requests as needed. */
export function useOwnSlots(from: string, to: string, { enabled }: { enabled: boolean }) {
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
