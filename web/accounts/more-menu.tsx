import { Menu } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { endLock, lockEnded } from '#contract/accounts/locks.ts'
import { passwordResetSent, sendPasswordReset } from '#contract/accounts/recovery.ts'
import { resetSecondFactor, secondFactorReset } from '#contract/accounts/second-factor.ts'
import { useChange } from '#web/kit/call/query.ts'
import { confirmDialog } from '#web/kit/page/dialogs.tsx'
import { toastServerMessage, toastSuccess } from '#web/kit/page/toast.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { untilWhen, whereLocked } from './locks/words.ts'
import { MoreButton, type MoreProps, waysBackFor } from './more-button.tsx'

/** The menu with its button in the place of the one that was pressed; opens at once. */
export function MoreMenu({ person, listed, lock }: MoreProps) {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const password = useChange(sendPasswordReset[listed])
  const secondFactor = useChange(resetSecondFactor[listed])
  const ending = useChange(endLock)
  const timeZone = useSchoolZone()
  const { _id: id, name, email } = person
  const { canSignIn, hasSecondFactor } = waysBackFor(person)
  const isBusy = password.isPending || secondFactor.isPending || ending.isPending

  // The focus was on the button before, and comes back to this one.
  useLayoutEffect(() => {
    button.current?.focus()
    setOpened(true)
  }, [])

  async function ask(
    question: { title: string; text: string; confirm: string },
    change: () => Promise<unknown>,
    done: string,
  ) {
    const sure = await confirmDialog(question)
    button.current?.focus()
    if (!sure) return
    try {
      await change()
      toastSuccess(done)
    } catch (error) {
      toastServerMessage(error)
    }
  }

  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      transitionProps={{ duration: 150 }}
      returnFocus
      // Within the list's landmark, and not cut off by its edge.
      withinPortal={false}
      floatingStrategy="fixed"
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <MoreButton ref={button} name={name} loading={isBusy} />
      </Menu.Target>
      <Menu.Dropdown>
        {lock && (
          <Menu.Item
            mih={44}
            onClick={() =>
              ask(
                {
                  title: 'End lock',
                  text: `${whereLocked(lock)}, ${untilWhen(lock, timeZone)}, after too many failed logins. Let ${name} try again at once? Be sure that it is they who ask.`,
                  confirm: 'Yes, end it',
                },
                () => ending.mutateAsync({ body: { id: lock._id } }),
                lockEnded,
              )
            }
          >
            End lock
          </Menu.Item>
        )}
        {canSignIn && (
          <Menu.Item
            mih={44}
            onClick={() =>
              ask(
                {
                  title: 'Reset password',
                  text: `Send ${name} a mail to ${email} with a link to set a new password? The old one stays until then.`,
                  confirm: 'Yes, send it',
                },
                () => password.mutateAsync({ body: { id } }),
                passwordResetSent,
              )
            }
          >
            Reset password
          </Menu.Item>
        )}
        {hasSecondFactor && (
          <Menu.Item
            mih={44}
            onClick={() =>
              ask(
                {
                  title: 'Reset second factor',
                  text: `Switch the second factor of ${name} off? Their password alone then signs them in. Be sure that it is they who ask.`,
                  confirm: 'Yes, switch it off',
                },
                () => secondFactor.mutateAsync({ body: { id } }),
                secondFactorReset,
              )
            }
          >
            Reset second factor
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
