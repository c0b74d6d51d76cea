import { Menu } from '@mantine/core'
import { useRef, useState } from 'react'
import {
  passwordResetSentMessage,
  sendPasswordReset,
} from '#contract/accounts/links/password-reset.ts'
import { endLockout, lockoutEndedMessage } from '#contract/accounts/lockouts.ts'
import { resetSecondFactor, secondFactorResetMessage } from '#contract/accounts/second-factor.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { OpenedMenu } from '#web/kit/page/header/opened-menu.tsx'
import { openConfirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastIfFails, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { useHasMailServer, useSchoolZone } from '#web/school/api.ts'
import { InvitationItems } from './invitations/invitation-items.tsx'
import { formatLockEnd, formatLockScope } from './lockouts/format.ts'
import {
  getPossibleActions,
  PersonMenuButton,
  type PersonMenuProps,
} from './person-menu-button.tsx'

/**
 * The menu of an admin's further actions for a person. It is rendered on the first click: with one
 * per row, long lists scrolled at half the frame rate.
 */
export function PersonActions(props: PersonMenuProps) {
  const [isWanted, setWanted] = useState(false)
  const possible = Object.values(getPossibleActions(props.person))
  if (!possible.includes(true) && !props.lock) {
    // The menu must not open again by itself when actions become available later.
    if (isWanted) setWanted(false)
    return null
  }
  if (isWanted) return <PersonMenu {...props} />
  return (
    <PersonMenuButton
      name={props.person.name}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    />
  )
}

/** The menu of an admin's further actions for a person. */
function PersonMenu({ person, listed, lock, onRevoked }: PersonMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const password = useApiMutation(sendPasswordReset[listed])
  const secondFactor = useApiMutation(resetSecondFactor[listed])
  const ending = useApiMutation(endLockout)
  const timeZone = useSchoolZone()
  const isMailed = useHasMailServer()
  const { _id: id, name } = person
  const { canSignIn, hasSecondFactor, isInvited } = getPossibleActions(person)
  const isBusy = password.isPending || secondFactor.isPending || ending.isPending

  async function ask(
    question: { title: string; text: string; confirm: string },
    change: () => Promise<unknown>,
    done: string,
  ) {
    const sure = await openConfirmDialog(question)
    button.current?.focus()
    if (!sure) return
    await toastIfFails(async () => {
      await change()
      toastSuccess(done)
    })
  }

  return (
    <OpenedMenu
      // Not clipped by the list's edge.
      floatingStrategy="fixed"
      button={<PersonMenuButton ref={button} name={name} loading={isBusy} />}
      buttonRef={button}
    >
      {lock && (
        <Menu.Item
          mih={44}
          onClick={() =>
            ask(
              {
                title: 'End lock',
                text: `${formatLockScope(lock)}, ${formatLockEnd(lock, timeZone)}, after too many failed logins. Let ${name} try again right away? Make sure the request really comes from them.`,
                confirm: 'Yes, end it',
              },
              () => ending.mutateAsync({ body: { id: lock._id } }),
              lockoutEndedMessage,
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
              getResetQuestion(person, isMailed),
              () => password.mutateAsync({ body: { id } }),
              isMailed ? passwordResetSentMessage : linkCreatedMessage,
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
                text: `Turn off the second factor of ${name}? They will then sign in with their password alone. Make sure the request really comes from them.`,
                confirm: 'Yes, turn it off',
              },
              () => secondFactor.mutateAsync({ body: { id } }),
              secondFactorResetMessage,
            )
          }
        >
          Reset second factor
        </Menu.Item>
      )}
      {isInvited && (
        <InvitationItems
          person={person}
          listed={listed}
          onRevoked={onRevoked}
          focusButton={() => button.current?.focus()}
        />
      )}
    </OpenedMenu>
  )
}

const linkCreatedMessage = 'Link created. Your server administrator can pass it on.'

function getResetQuestion({ name, email }: PersonMenuProps['person'], isMailed: boolean) {
  const title = 'Reset password'
  const stays = 'The current one keeps working until then.'
  return isMailed
    ? {
        title,
        text: `Send ${name} an email to ${email} with a link to set a new password? ${stays}`,
        confirm: 'Yes, send it',
      }
    : {
        title,
        text: `Create a link for ${name} to set a new password? ${stays} No mail server is set up: no email is sent, and only your server administrator can pass on the link.`,
        confirm: 'Yes, create it',
      }
}
