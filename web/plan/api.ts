import { useQuery } from '@tanstack/react-query'
import { getPlan } from '#contract/plan.ts'
import { callApi } from '#web/kit/api/call-api.ts'

/**
 * A plan for all reviews that wait, and whether the solver ran out of time. It stays the same for
 * as long as the screen is open, and is made anew for another `attempt` or `isSoonest`.
 */
export function usePlan({ attempt, isSoonest }: { attempt: number; isSoonest: boolean }) {
  return useQuery({
    queryKey: [getPlan.path, attempt, isSoonest],
    queryFn: async ({ signal }) => {
      const query = isSoonest ? ({ asSoonAsPossible: 'true' } as const) : {}
      const { data: lines, stoppedEarly } = await callApi(getPlan, { query }, { signal })
      return { lines, stoppedEarly }
    },
    staleTime: 'static',
    gcTime: 0,
    meta: { once: true },
  })
}
