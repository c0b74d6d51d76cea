import { Menu, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { addPerson } from '#contract/accounts/accounts.ts'
import { changeRole, revokeInvitation } from '#contract/accounts/change-invitation.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import { editPerson } from '#contract/people/edit-person.ts'
import {
  getPerson,
  type ListedPerson,
  listPeople,
  type PersonDetails,
} from '#contract/people/people.ts'
import { type ProfileRole, profileRoles, type Role } from '#contract/roles.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { focusHeading } from '#web/kit/page/focus/focus.ts'
import { DialogButtons } from '#web/kit/page/overlays/dialog-buttons.tsx'
import {
  autoFocusProps,
  openConfirmDialog,
  openContentDialog,
} from '#web/kit/page/overlays/dialogs.ts'
import {
  toastIfFails,
  toastServerErrorMessage,
  toastSuccess,
} from '#web/kit/page/overlays/toast.ts'
import { UndoableAction } from '#web/kit/page/overlays/undoable-action.tsx'
import { useHasMailServer } from '#web/school/api.ts'
import type { PersonMenuProps } from '../person-menu-button.tsx'
import { toRoleOptions } from '../role-options.ts'
import { showInviteLink } from './invite-link.tsx'

type Props = Pick<PersonMenuProps, 'person' | 'listed' | 'onRevoked'> & {
  /** Focuses the menu's button, when a dialog is closed. */
  focusButton: () => void
}

/** What an admin can do with the invitation of a person who has not joined yet. */
export function InvitationItems({ person, listed, onRevoked, focusButton }: Props) {
  const { _id: id, name, email } = person
  const { mutateAsync } = useApiMutation(revokeInvitation, async (change) => {
    const reply = await change()
    await onRevoked?.()
    return reply
  })

  async function revoke() {
    const sure = await openConfirmDialog({
      title: 'Revoke invitation',
      text: `Revoke the invitation of ${name} to ${email}? The link stops working, and ${name} is removed from the list.`,
      confirm: 'Yes, revoke it',
      isDestructive: true,
    })
    if (!sure) return focusButton()
    try {
      const { data: details } = await callApi(getPerson, { query: { id } })
      await mutateAsync({ body: { value: { id } } })
      // The button disappears with the person.
      focusHeading()
      toastSuccess(`${name}’s invitation is revoked.`, <AddAgain person={details} />, undoMs)
    } catch (error) {
      focusButton()
      toastServerErrorMessage(error)
    }
  }

  return (
    <>
      <Menu.Item
        mih={44}
        onClick={() =>
          openContentDialog('Change role', (close) => (
            <ChangeRole person={person} listed={listed} close={close} />
          ))
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

function AddAgain({ person }: { person: PersonDetails }) {
  const { name, email, role, domains } = person
  const [domain] = role === 'student' ? domains : []
  const { mutateAsync } = useApiMutation(addPerson[role])
  const { mutateAsync: edit } = useApiMutation(editPerson[role])
  const isMailed = useHasMailServer()

  async function undo() {
    const body = { name, email, ...(domain && { domain: domain._id }) }
    const { inviteUrl } = await mutateAsync({ body })
    await toastIfFails(restoreDetails)
    if (isMailed) return `Invitation sent to ${email}.`
    if (inviteUrl) showInviteLink({ name, url: inviteUrl }, isMailed)
    return `${name} is added again.`
  }

  /** Restores what an admin chose for them, which cannot be given with the invitation. */
  async function restoreDetails() {
    const details = getChosenDetails(person)
    if (Object.keys(details).length === 0) return
    const { data } = await callApi(listPeople[role], { query: { search: email } })
    const added = data.find((one) => one.email === email)
    if (added) await edit({ body: { value: { id: added._id, ...details } } })
  }

  return (
    <UndoableAction
      note={isMailed ? 'They get a new email.' : 'You get a new link for them.'}
      undo={undo}
    />
  )
}

function getChosenDetails({ role, week, firstAdvisor, domains }: PersonDetails) {
  return {
    ...(week !== null && { week }),
    ...(firstAdvisor && { advisor: firstAdvisor._id }),
    ...(role === 'reviewer' && domains.length > 0 && { domains: domains.map(({ _id }) => _id) }),
  }
}

type ChangeRoleProps = { person: ListedPerson; listed: Role; close: () => void }

/** The form in which an admin invites a person with another role. */
function ChangeRole({ person: { _id: id, name, email }, listed, close }: ChangeRoleProps) {
  const { mutateAsync, isPending } = useApiMutation(changeRole)
  const isMailed = useHasMailServer()
  const others = profileRoles.filter((role) => role !== listed)
  const [role, setRole] = useState<ProfileRole | undefined>(others[0])

  async function send() {
    if (!role) return
    await toastIfFails(async () => {
      const { inviteUrl } = await mutateAsync({ body: { value: { id, role } } })
      close()
      showInviteLink({ name, url: inviteUrl }, isMailed)
    })
  }

  return (
    <Stack>
      <Select
        label={`Invite ${name} as`}
        data={toRoleOptions(others)}
        value={role ?? null}
        allowDeselect={false}
        onChange={(value) => setRole(others.find((one) => one === value))}
        {...autoFocusProps}
      />
      <Text>
        {isMailed
          ? `${email} gets a new email. The link in the old one stops working.`
          : 'No mail server is set up: you get a new link, which you share yourself. The old one stops working.'}
      </Text>
      <DialogButtons
        close={close}
        label={isMailed ? 'Send invitation' : 'Make a new link'}
        busy={isPending}
        onPress={send}
      />
    </Stack>
  )
}
