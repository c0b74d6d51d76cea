import { ActionIcon, Menu } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { passwordResetSent, sendPasswordReset } from '#contract/accounts/recovery.ts'
import { resetSecondFactor, secondFactorReset } from '#contract/accounts/second-factor.ts'
import type { ListedPerson } from '#contract/people.ts'
import type { AddableRole } from '#contract/roles.ts'
import { confirmDialog } from '#web/kit/dialogs.tsx'
import { MoreIcon } from '#web/kit/icons.tsx'
import { useChange } from '#web/kit/query.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/toast.ts'

/** What else an admin can do for a person of a role's list: ways back in. */
export function MoreActions({ person, listed }: { person: ListedPerson; listed: AddableRole }) {
  const button = useRef<HTMLButtonElement>(null)
  const password = useChange(sendPasswordReset[listed])
  const secondFactor = useChange(resetSecondFactor[listed])
  const { _id: id, name, email, isBlocked, isProfileVerified, hasSecondFactor } = person
  const isBusy = password.isPending || secondFactor.isPending
  const wasBusy = useRef(isBusy)
  // A button that waits cannot hold the focus.
  useEffect(() => {
    if (wasBusy.current && !isBusy) button.current?.focus()
    wasBusy.current = isBusy
  }, [isBusy])

  const canSignIn = isProfileVerified && !isBlocked
  if (!canSignIn && !hasSecondFactor) return null

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
      position="bottom-end"
      transitionProps={{ duration: 150 }}
      returnFocus
      // Within the list's landmark, and not cut off by its edge.
      withinPortal={false}
      floatingStrategy="fixed"
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon
          ref={button}
          color="gray"
          c="inherit"
          aria-label={`More for ${name}`}
          loading={isBusy}
        >
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
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
