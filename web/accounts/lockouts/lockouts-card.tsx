import { Anchor, Button, Text } from '@mantine/core'
import { useRef } from 'react'
import { Link } from 'react-router'
import {
  endLockout,
  type Lockout,
  listLockouts,
  lockoutEndedMessage,
} from '#contract/accounts/lockouts.ts'
import { useApiMutation, usePaginatedList } from '#web/kit/api/hooks.ts'
import styles from '#web/kit/list/action-rows.module.css'
import { toastIfFails, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { formatLockEnd, formatLockScope } from './format.ts'

/** The people who are locked out after failed logins, with a button to unlock them. */
export function LockoutsCard() {
  const title = useRef<HTMLHeadingElement>(null)
  const timeZone = useSchoolZone()
  const list = usePaginatedList(listLockouts)
  const end = useApiMutation(endLockout)

  async function endOne(id: string) {
    await toastIfFails(async () => {
      await end.mutateAsync({ body: { id } })
      toastSuccess(lockoutEndedMessage)
    })
    // The button disappears with its lock.
    title.current?.focus()
  }

  return (
    <SectionCard id="locks" title="Locked out" titleRef={title}>
      <Text c="dimmed">
        Ten wrong passwords lock an account for 15 minutes on the network they came from. A hundred
        lock it on every network its owner has not used lately. Before you end a lock, make sure
        that it is really the owner who asks.
      </Text>
      <LoadedList
        list={list}
        skeleton={<Skeletons count={1} height={64} />}
        empty={<Text>Nobody is locked out.</Text>}
      >
        {(locks) => (
          <ul>
            {locks.map((lock) => (
              <li key={lock._id} className={styles.row}>
                <About lock={lock} timeZone={timeZone} />
                <Button
                  variant="default"
                  aria-label={`End lock of ${getName(lock)}`}
                  loading={end.isPending && end.variables.body?.id === lock._id}
                  onClick={() => endOne(lock._id)}
                >
                  End lock
                </Button>
              </li>
            ))}
          </ul>
        )}
      </LoadedList>
    </SectionCard>
  )
}

function About({ lock, timeZone }: { lock: Lockout; timeZone: string }) {
  const { who } = lock
  return (
    <div className={styles.about}>
      <Text fw={600}>
        {who ? (
          <Anchor component={Link} to={paths.person(who.role, who._id)} inherit underline="always">
            {getName(lock)}
          </Anchor>
        ) : (
          getName(lock)
        )}
      </Text>
      {who && <Text size="sm">{lock.email}</Text>}
      <Text size="sm" c="dimmed">
        {`${formatLockScope(lock)}, ${formatLockEnd(lock, timeZone)}`}
      </Text>
    </div>
  )
}

function getName({ who, email, network }: Lockout): string {
  return who?.name ?? email ?? `Network ${network}`
}
