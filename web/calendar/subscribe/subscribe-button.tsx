import { Anchor } from '@mantine/core'
import { contentDialog, startsHere } from '#web/kit/page/overlays/dialogs.ts'
import { useRole } from '#web/kit/page/role.ts'
import { SubscribeLater } from './later.tsx'

/** Opens the way to have what this calendar shows in one's own. */
export function SubscribeButton() {
  const role = useRole()
  return (
    <Anchor
      component="button"
      type="button"
      mih={44}
      style={{ alignSelf: 'flex-start' }}
      onClick={() =>
        contentDialog(
          'Subscribe in your own calendar',
          <div tabIndex={-1} style={{ outline: 'none' }} {...startsHere}>
            <SubscribeLater role={role} />
          </div>,
        )
      }
    >
      Subscribe in your own calendar
    </Anchor>
  )
}
