import { Anchor } from '@mantine/core'
import type { Role } from '#contract/roles.ts'
import { useLazy } from '#web/kit/later/use-lazy.ts'
import { contentDialog } from '#web/kit/page/dialogs.ts'
import { useRole } from '#web/kit/page/role.ts'
import { Skeletons } from '#web/kit/page/states.tsx'

/** Opens the way to have what this calendar shows in one's own. */
export function SubscribeButton() {
  const role = useRole()
  return (
    <Anchor
      component="button"
      type="button"
      onClick={() => contentDialog('Subscribe in your own calendar', <Later role={role} />)}
    >
      Subscribe in your own calendar
    </Anchor>
  )
}

function Later({ role }: { role: Role }) {
  const Subscribe = useLazy(async () => (await import('./subscribe.tsx')).Subscribe)
  return Subscribe ? <Subscribe role={role} /> : <Skeletons count={2} height={44} />
}
