import type { Role } from '#contract/roles.ts'
import { useLazy } from '#web/kit/lazy/use-lazy.ts'
import { Skeletons } from '#web/kit/page/states.tsx'

/** How to subscribe, whose code comes after what the screen is for. */
export function SubscribeLater({ role }: { role: Role }) {
  const Subscribe = useLazy(async () => (await import('./subscribe.tsx')).Subscribe)
  return Subscribe ? <Subscribe role={role} /> : <Skeletons count={2} height={44} />
}
