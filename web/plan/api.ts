import { useQuery } from '@tanstack/react-query'
import { getPlan } from '#contract/plan.ts'
import { call } from '#web/kit/call/call.ts'

/**
 * A plan for all that waits, and whether time was up before the best was found. It holds for as long
 * as the screen is there, whatever changes meanwhile; with the next `attempt`, or as soon as possible,
 * it is made anew.
 */
export function usePlan({ attempt, isSoonest }: { attempt: number; isSoonest: boolean }) {
  return useQuery({
    queryKey: [getPlan.path, attempt, isSoonest],
    queryFn: async ({ signal }) => {
      const query = isSoonest ? ({ asSoonAsPossible: 'true' } as const) : {}
      const { data: lines, stoppedEarly } = await call(getPlan, { query }, { signal })
      return { lines, stoppedEarly }
    },
    staleTime: 'static',
    gcTime: 0,
    meta: { once: true },
  })
}
