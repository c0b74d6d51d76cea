import { Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { changeRole } from '#contract/accounts/change-invitation.ts'
import type { ListedPerson } from '#contract/people/people.ts'
import { type AddableRole, addableRoles, type Role } from '#contract/roles.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { DialogButtons } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { autoFocusProps, contentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerMessage } from '#web/kit/page/overlays/toast.ts'
import { InviteLink } from './invite-link.tsx'
import { toRoleOptions } from './role-options.ts'

type Props = { person: ListedPerson; listed: Role; close: () => void }

/** The form in which an admin invites a person with another role. */
export function ChangeRole({ person: { _id: id, name, email }, listed, close }: Props) {
  const { mutateAsync, isPending } = useApiMutation(changeRole)
  const others = addableRoles.filter((role) => role !== listed)
  const [role, setRole] = useState<AddableRole | undefined>(others[0])

  async function send() {
    if (!role) return
    try {
      const { inviteUrl } = await mutateAsync({ body: { value: { id, role } } })
      close()
      contentDialog('Invitation sent', <InviteLink name={name} url={inviteUrl} />)
    } catch (error) {
      toastServerMessage(error)
    }
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
      <Text>{email} gets a new mail. The link in the old one stops working.</Text>
      <DialogButtons close={close} label="Send invitation" busy={isPending} onPress={send} />
    </Stack>
  )
}
