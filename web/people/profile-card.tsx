import { Button, Card, Group, Text, Textarea, Title } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import {
  editProfile,
  mobileNumberSchemas,
  ProfileEdit,
  profileUpdatedMessage,
} from '#contract/people/edit-profile.ts'
import type { Profile } from '#contract/people/profile.ts'
import type { ProfileRole } from '#contract/roles.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useUnsaved } from '#web/kit/form/draft/unsaved.ts'
import { MobileNumberField } from '#web/kit/form/fields/mobile-number-field.tsx'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { FormStack } from '#web/kit/form/form-stack.tsx'
import { DescriptionList } from '#web/kit/list/description-list.tsx'
import { useDisclosureFocus } from '#web/kit/page/focus/focus.ts'
import { toastFailure, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { formatFullDate } from '#web/kit/ui/dates/dates.ts'

/** A profile; its number and address can be edited (specification, section 2). */
export function ProfileCard({ role, profile }: { role: ProfileRole; profile: Profile }) {
  const edit = useApiMutation(editProfile[role])
  const { form, submit, hasTyped } = useSchemaForm(editSchema(profile), {
    number: '',
    address: '',
  })
  const [editing, setEditing] = useState(hasTyped)

  useUnsaved(form.isDirty())

  const opener = useDisclosureFocus(editing, () => form.getInputNode('number'))

  function begin() {
    form.setValues({ number: profile.number ?? '', address: profile.address ?? '' })
    form.resetDirty()
    setEditing(true)
  }
  function close() {
    form.reset()
    setEditing(false)
  }
  const save = submit(async (body) => {
    await edit.mutateAsync({ body })
    toastSuccess(profileUpdatedMessage)
    close()
  }, toastFailure)

  return (
    <Card component="section" withBorder aria-labelledby="person">
      <FormStack onSubmit={save}>
        <Group wrap="nowrap">
          <Avatar person={profile} size={64} />
          <div style={{ minWidth: 0 }}>
            <Title order={2} id="person">
              {profile.name}
            </Title>
            <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {profile.email}
            </Text>
          </div>
        </Group>
        <DescriptionList
          facts={{ ...getFacts(profile), ...(editing ? {} : getEditableFacts(profile)) }}
        />
        {editing && (
          <>
            <MobileNumberField
              phoneNumbers={profile.phoneNumbers}
              {...form.getInputProps('number')}
            />
            <Textarea
              label="Address"
              autosize
              autoComplete="street-address"
              {...form.getInputProps('address')}
            />
          </>
        )}
        <Group>
          {editing ? (
            <>
              <Button type="submit" loading={form.submitting}>
                Save
              </Button>
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
            </>
          ) : (
            <Button ref={opener} onClick={begin}>
              Edit
            </Button>
          )}
        </Group>
      </FormStack>
    </Card>
  )
}

/** The schema of an edit: the current number stays valid when the school changes its format. */
function editSchema({ number, phoneNumbers }: Profile) {
  const given = mobileNumberSchemas[phoneNumbers]
  const judged = z.string().superRefine((typed, refusal) => {
    if (typed === number) return
    for (const { message } of given.safeParse(typed).error?.issues ?? []) {
      refusal.addIssue({ code: 'custom', message })
    }
  })
  return ProfileEdit.extend({ number: judged })
}

function getFacts({ domain, week, dob, age, gender, qualification }: Profile) {
  const born = dob === null ? '–' : formatFullDate(dob)
  return {
    ...(Array.isArray(domain)
      ? { Domains: domain.map(({ name }) => name).join(', ') || '–' }
      : domain && { Domain: domain.name }),
    ...(week === undefined ? {} : { Week: formatWeekNumber(week) }),
    'Date of birth': age === null ? born : `${born} (age ${age})`,
    Gender: gender ?? '–',
    'Educational qualification': qualification ?? '–',
  }
}

function getEditableFacts({ shownNumber, address }: Profile) {
  return { 'Mobile number': shownNumber ?? '–', Address: address ?? '–' }
}
