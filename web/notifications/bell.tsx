import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type MouseEvent, useEffect, useId, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useLazyComponent } from '#web/kit/lazy/use-lazy-component.ts'
import { useRole } from '#web/kit/page/role.ts'
import { BellIcon } from '#web/kit/ui/icons/icons.tsx'
import { paths } from '#web/paths.ts'
import styles from './bell.module.css'

/** Whether there is room for the panel beside the screen. */
const isWide = () => matchMedia('(min-width: 640px)').matches

/**
 * The bell in the top bar: the unread count, and a panel with the newest notifications; on a phone
 * it links to their screen.
 */
export function Bell({ className }: { className: string | undefined }) {
  const role = useRole()
  const { key } = useLocation()
  const id = useId()
  const link = useRef<HTMLAnchorElement>(null)
  const [isOpen, { close, toggle }] = useDisclosure(false)
  const NotificationText = useLazyComponent(
    async () => (await import('./unread-announcement.tsx')).UnreadAnnouncement,
  )
  const Panel = useLazyComponent(
    async () => (await import('./notifications-panel.tsx')).NotificationsPanel,
    {
      afterInteraction: true,
    },
  )

  useEffect(close, [key])

  function press(event: MouseEvent) {
    const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey
    if (isElsewhere || !isWide()) return
    event.preventDefault()
    toggle()
  }

  return (
    <div className={styles.place}>
      <ActionIcon
        component={Link}
        ref={link}
        to={paths.notices(role)}
        className={className}
        onClick={press}
        aria-label="Notifications"
        aria-describedby={id}
        aria-expanded={isOpen || undefined}
      >
        <BellIcon />
      </ActionIcon>
      {NotificationText && <NotificationText role={role} id={id} />}
      {isOpen && Panel && <Panel role={role} bell={link} close={close} />}
    </div>
  )
}
