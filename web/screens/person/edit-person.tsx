import { Button, MultiSelect, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { z } from 'zod'
import { accountRefusals } from '#contract/accounts/accounts.ts'
import { listDomains } from '#contract/domains/domains.ts'
import { firstWeek, lastWeek } from '#contract/limits/limits.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import { editPerson, editPersonRefusals, PersonEdit } from '#contract/people/edit-person.ts'
import type { PersonDetails } from '#contract/people/people.ts'
import { showInviteLink } from '#web/accounts/invitations/invite-link.tsx'
import { useApiMutation, useWholeList } from '#web/kit/api/hooks.ts'
import { MobileNumberField } from '#web/kit/form/fields/mobile-number-field.tsx'
import { filterOptions } from '#web/kit/form/filter-options.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { DialogForm } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { autoFocusProps, openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { UndoableActionByCall } from '#web/kit/page/overlays/undoable-action.tsx'
import { useHasMailServer } from '#web/school/api.ts'
import { MoveWarnings } from './move-warnings.tsx'

/** The button that opens the form in which an admin corrects somebody's details. */
export function EditPersonButton({ person }: { person: PersonDetails }) {
  const open = () =>
    openContentDialog('Edit details', (close) => <Form person={person} close={close} />)
  return (
    <Button variant="default" flex="none" onClick={open}>
      Edit details…
    </Button>
  )
}

const Details = z.object({
  ...PersonEdit.student.pick({ domain: true, week: true }).shape,
  ...PersonEdit.reviewer.pick({ name: true, email: true, number: true, address: true }).shape,
  ...PersonEdit.reviewer.pick({ domains: true }).shape,
})
type Details = z.output<typeof Details>

/** Only what applies to the person's role; contact data once there is a profile. */
function getDetails(person: PersonDetails) {
  const { role, name, email, domains, week } = person
  const { number, address } = person.profile
  const ids = domains.map(({ _id }) => _id)
  return {
    name,
    email,
    ...(number !== null && { number }),
    ...(address !== null && { address }),
    ...(role === 'student' && { domain: ids[0] ?? null, week: week ?? firstWeek }),
    ...(role === 'reviewer' && { domains: ids }),
  }
}

function Form({ person, close }: { person: PersonDetails; close: () => void }) {
  const { _id: id, role, isProfileVerified } = person
  const before: Details = getDetails(person)
  const { mutateAsync } = useApiMutation(editPerson[role])
  const isMailed = useHasMailServer()
  const { form, submit } = useSchemaForm(Details, before, {
    email: accountRefusals.emailTaken,
    week: editPersonRefusals.marked,
  })
  const { email, domain, domains, week } = form.values
  const active = { query: { state: 'active' } }
  const { data } = useWholeList(listDomains, active, {
    enabled: role === 'student' || role === 'reviewer',
  })
  const chosen = data?.find(({ _id }) => _id === domain)
  const isMoved = domain !== before.domain || week !== before.week
  // One that is archived stays until another one is chosen.
  const own = person.domains.filter(({ _id }) => !data?.some((one) => one._id === _id))
  const searchable = {
    data: data ? [...data, ...own].map(({ _id: value, name: label }) => ({ value, label })) : [],
    searchable: true,
    openOnFocus: false,
    filter: filterOptions,
    nothingFoundMessage: 'No matching domains',
  }

  const send = submit(async (values) => {
    const changed = pickChanged(Details.parse(values), before)
    if (Object.keys(changed).length > 0) {
      const { user, inviteUrl } = await mutateAsync({ body: { value: { id, ...changed } } })
      const saved = inviteUrl ? `Invitation sent to ${user.email}.` : `${user.name}: saved.`
      const old = pickChanged(before, Details.parse(values))
      // Of somebody who has joined, the only domain cannot be taken away.
      const isFirst = isProfileVerified && (old.domain === null || old.domains?.length === 0)
      if (inviteUrl && !isMailed) {
        close()
        showInviteLink({ name: user.name, url: inviteUrl }, isMailed)
        return
      }
      if (inviteUrl || isFirst) toastSuccess(saved)
      else toastSuccess(saved, <UndoEdit person={person} old={old} />, undoMs)
    }
    close()
  }, toastServerErrorMessage)

  return (
    <DialogForm onSubmit={send} close={close} label="Save" busy={form.submitting}>
      <TextInput
        label="Name"
        autoComplete="off"
        {...autoFocusProps}
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Email"
        type="email"
        autoComplete="off"
        description={
          email !== before.email &&
          (isProfileVerified
            ? `They sign in with it from now on.${isMailed ? ' Both addresses are notified.' : ''}`
            : isMailed
              ? 'The invitation is sent again, to this address.'
              : 'You get a new invitation link. The older one stops working.')
        }
        {...form.getInputProps('email')}
      />
      {'number' in before && (
        <MobileNumberField
          phoneNumbers={person.profile.phoneNumbers}
          {...form.getInputProps('number')}
          autoComplete="off"
        />
      )}
      {'address' in before && (
        <Textarea label="Address" autosize autoComplete="off" {...form.getInputProps('address')} />
      )}
      {'domain' in before && (
        <Select
          label="Domain"
          allowDeselect={!isProfileVerified}
          {...(!isProfileVerified && chosenLater)}
          description={
            domain !== before.domain &&
            (isProfileVerified
              ? 'The tasks change at once. A booked slot stays.'
              : domain !== null && 'They get the tasks of this domain when they join.')
          }
          {...searchable}
          {...form.getInputProps('domain')}
        />
      )}
      {'week' in before && (
        <NumberInput
          label="Week"
          min={firstWeek}
          max={lastWeek}
          // Typed decimals are refused by their message: without them, 1.5 became 15.
          allowedDecimalSeparators={['.', ',']}
          clampBehavior="none"
          description={
            week !== before.week &&
            (isProfileVerified
              ? 'The open review moves to this week.'
              : 'They begin in this week when they join.')
          }
          {...form.getInputProps('week')}
        />
      )}
      {role === 'student' && isProfileVerified && isMoved && chosen && (
        <MoveWarnings student={id} domain={chosen} week={week} />
      )}
      {'domains' in before && (
        <MultiSelect
          label="Domains"
          {...(!isProfileVerified && domains?.length === 0 && chosenLater)}
          {...searchable}
          {...form.getInputProps('domains')}
        />
      )}
    </DialogForm>
  )
}

/** For the domains of somebody who is invited. */
const chosenLater = { placeholder: 'They choose when they join', clearable: true }

/** Those of the details that differ from others. */
function pickChanged(details: Details, others: Details): Details {
  const entries = Object.entries(details).filter(
    ([field, value]) => String(value) !== String(others[field as keyof Details]),
  )
  return Object.fromEntries(entries)
}

function UndoEdit({ person: { _id: id, role }, old }: { person: PersonDetails; old: Details }) {
  return (
    <UndoableActionByCall
      call={editPerson[role]}
      input={{ body: { value: { id, ...old, undo: true } } }}
      said={({ user }) => `${user.name}: restored.`}
    />
  )
}
