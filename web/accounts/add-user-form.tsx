import { Button, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { accountRefusals, addPerson, NewPerson, userAddedMessage } from '#contract/accounts.ts'
import { type AddableRole, addableRoles } from '#contract/roles.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { FormError } from '#web/kit/form/form-error.tsx'
import { toastServerMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { InviteLink } from './invite-link.tsx'

const roleOptions = addableRoles.map((role) => ({
  value: role,
  label: `${role[0]?.toUpperCase()}${role.slice(1)}`,
}))

/**
 * Adds a student, an advisor or a reviewer, and shows the invitation link. The address may
 * preselect the role.
 */
export function AddUserForm() {
  const [params] = useSearchParams()
  const asked = addableRoles.find((role) => role === params.get('role'))
  const [failure, setFailure] = useState<unknown>()
  const [invited, setInvited] = useState<{ name: string; url: string }>()
  const { form, submit } = useSchemaForm(
    NewPerson,
    { name: '', email: '', role: asked ?? ('student' as AddableRole) },
    { email: accountRefusals.emailTaken },
  )
  const add = useApiMutation(addPerson[form.values.role])

  const send = submit(async ({ name, email, role }) => {
    setFailure(undefined)
    try {
      const { inviteUrl } = await add.mutateAsync({ body: { name, email } })
      setInvited({ name: name.trim(), url: inviteUrl })
    } catch (error) {
      toastServerMessage(error)
      setFailure(error)
      throw error
    }
    toastSuccess(userAddedMessage)
    // The next person often has the same role.
    form.setValues({ name: '', email: '', role })
    form.getInputNode('name')?.focus()
  })

  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <TextInput
          label="Name"
          autoComplete="off"
          id="new-person"
          {...form.getInputProps('name')}
        />
        <TextInput label="Email" type="email" autoComplete="off" {...form.getInputProps('email')} />
        <Select
          label="Role"
          data={roleOptions}
          allowDeselect={false}
          {...form.getInputProps('role')}
        />
        <Button type="submit" loading={form.submitting} style={{ alignSelf: 'flex-start' }}>
          Add user
        </Button>
        {failure !== undefined && Object.keys(form.errors).length === 0 && (
          <FormError text="Nobody was added." error={failure} fields={form.errors} />
        )}
        {invited && <InviteLink {...invited} />}
      </Stack>
    </form>
  )
}
