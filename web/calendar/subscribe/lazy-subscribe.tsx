import { Anchor, Card, Stack, Title } from '@mantine/core'
import type { Role } from '#contract/roles.ts'
import { useLazyComponent } from '#web/kit/lazy/use-lazy-component.ts'
import { autoFocusProps, openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { useRole } from '#web/kit/page/role.ts'
import { Skeletons } from '#web/kit/page/states.tsx'

/** Opens the instructions for subscribing to this calendar. */
export function SubscribeButton() {
  const role = useRole()
  return (
    <Anchor
      component="button"
      type="button"
      mih={44}
      style={{ alignSelf: 'flex-start' }}
      onClick={() =>
        openContentDialog(
          'Subscribe in your calendar app',
          <div tabIndex={-1} style={{ outline: 'none' }} {...autoFocusProps}>
            <SubscribeLater role={role} />
          </div>,
        )
      }
    >
      Subscribe in your calendar app
    </Anchor>
  )
}

/** The same instructions as a card of the profile page. */
export function SubscribeCard({ role }: { role: Role }) {
  return (
    <Card component="section" withBorder aria-labelledby="reviews-in-calendar">
      <Stack>
        <Title order={2} id="reviews-in-calendar" tabIndex={-1} style={{ outline: 'none' }}>
          Reviews in your calendar
        </Title>
        <SubscribeLater role={role} />
      </Stack>
    </Card>
  )
}

/** The instructions, loaded after the screen itself. */
function SubscribeLater({ role }: { role: Role }) {
  const Subscribe = useLazyComponent(
    async () => (await import('./calendar-feed-link.tsx')).CalendarFeedLink,
  )
  return Subscribe ? <Subscribe role={role} /> : <Skeletons count={2} height={44} />
}
