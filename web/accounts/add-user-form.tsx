import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  accountRefusals,
  addPerson,
  NewPerson,
  userAddedMessage,
} from '#contract/accounts/accounts.ts'
import { listDomains } from '#contract/domains/domains.ts'
import { type Role, roles } from '#contract/roles.ts'
import { useApiMutation, useWholeList } from '#web/kit/api/hooks.ts'
import { filterOptions } from '#web/kit/form/filter-options.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { FormError } from '#web/kit/form/form-error.tsx'
import { FormStack } from '#web/kit/form/form-stack.tsx'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { InviteLink } from './invitations/invite-link.tsx'
import { toRoleOptions } from './role-options.ts'

const roleOptions = toRoleOptions(roles)

/** Adds a person of any role, and shows the invitation link. The address may set the role. */
export function AddUserForm() {
  const [params] = useSearchParams()
  const asked = roles.find((role) => role === params.get('role'))
  const [failure, setFailure] = useState<unknown>()
  const [invited, setInvited] = useState<{ name: string; url: string }>()
  const { form, submit } = useSchemaForm(
    NewPerson,
    { name: '', email: '', role: asked ?? ('student' as Role), domain: '' },
    { email: accountRefusals.emailTaken, domain: accountRefusals.unknownDomain },
  )
  const add = useApiMutation(addPerson[form.values.role])

  const isStudent = form.values.role === 'student'
  const { data: domains } = useWholeList(
    listDomains,
    { query: { state: 'active' } },
    { enabled: isStudent },
  )

  const send = submit(async ({ name, email, role, domain }) => {
    setFailure(undefined)
    try {
      const body = { name, email, ...(isStudent && domain && { domain }) }
      const { inviteUrl } = await add.mutateAsync({ body })
      setInvited(inviteUrl === undefined ? undefined : { name: name.trim(), url: inviteUrl })
    } catch (error) {
      toastServerErrorMessage(error)
      setFailure(error)
      throw error
    }
    toastSuccess(userAddedMessage)
    // The next person often has the same role and domain.
    form.setValues({ name: '', email: '', role, domain })
    form.getInputNode('name')?.focus()
  })

  return (
    <FormStack onSubmit={send}>
      <TextInput label="Name" autoComplete="off" id="new-person" {...form.getInputProps('name')} />
      <TextInput label="Email" type="email" autoComplete="off" {...form.getInputProps('email')} />
      <Select
        label="Role"
        data={roleOptions}
        allowDeselect={false}
        {...form.getInputProps('role')}
      />
      {isStudent && (
        <Select
          label="Domain"
          placeholder="The student chooses"
          data={domains?.map(({ _id, name }) => ({ value: _id, label: name })) ?? []}
          clearable
          searchable
          openOnFocus={false}
          filter={filterOptions}
          nothingFoundMessage="No matching domains"
          {...form.getInputProps('domain')}
          value={form.values.domain || null}
        />
      )}
      <Button type="submit" loading={form.submitting} style={{ alignSelf: 'flex-start' }}>
        Add user
      </Button>
      {failure !== undefined && Object.keys(form.errors).length === 0 && (
        <FormError text="Nobody was added." error={failure} fields={form.errors} />
      )}
      {invited && <InviteLink {...invited} />}
    </FormStack>
  )
}
