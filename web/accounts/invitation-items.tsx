import { Menu } from '@mantine/core'
import { addPerson } from '#contract/accounts/accounts.ts'
import { revokeInvitation } from '#contract/accounts/change-invitation.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { focusHeading } from '#web/kit/page/focus/focus.ts'
import { confirmDialog, contentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { UndoCall } from '#web/kit/page/overlays/undo-action.tsx'
import { ChangeRole } from './change-role.tsx'
import type { PersonMenuProps } from './person-menu-button.tsx'

type Props = Pick<PersonMenuProps, 'person' | 'listed' | 'onRevoked'> & {
  /** Focuses the menu's button, when a dialog is closed. */
  focusButton: () => void
}

/** What an admin can do with the invitation of a person who has not joined yet. */
export function InvitationItems({ person, listed, onRevoked, focusButton }: Props) {
  const { _id: id, name, email } = person
  const { mutateAsync } = useApiMutation(revokeInvitation)

  async function revoke() {
    const sure = await confirmDialog({
      title: 'Revoke invitation',
      text: `Revoke the invitation of ${name} to ${email}? The link in the mail stops working, and ${name} is removed from the list.`,
      confirm: 'Yes, revoke it',
      isDestructive: true,
    })
    if (!sure) return focusButton()
    try {
      await mutateAsync({ body: { value: { id } } })
      onRevoked?.()
      // The button disappears with the person.
      focusHeading()
      toastSuccess(
        `${name}’s invitation is revoked.`,
        <AddAgain person={person} listed={listed} />,
        undoMs,
      )
    } catch (error) {
      focusButton()
      toastServerMessage(error)
    }
  }

  return (
    <>
      <Menu.Item
        mih={44}
        onClick={() =>
          contentDialog('Change role', (close) => <ChangeRole {...{ person, listed, close }} />)
        }
      >
        Change role
      </Menu.Item>
      <Menu.Item mih={44} onClick={revoke}>
        Revoke invitation
      </Menu.Item>
    </>
  )
}

function AddAgain({
  person: { name, email, domains },
  listed,
}: Pick<PersonMenuProps, 'person' | 'listed'>) {
  const [domain] = listed === 'student' ? domains : []
  return (
    <UndoCall
      call={addPerson[listed]}
      input={{ body: { name, email, ...(domain && { domain: domain._id }) } }}
      note="They get a new mail."
      said={() => `Invitation sent to ${email}.`}
    />
  )
}
