import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import {
  getSecondFactor,
  getSecondFactorRoles,
  secondFactorRolesSavedMessage,
  setSecondFactorRoles,
} from '#contract/accounts/second-factor.ts'
import { type Role, roles } from '#contract/roles.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { useSyncSavedValues } from '#web/kit/form/draft/sync-saved-values.ts'
import { toastIfFails, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'

const labels: Record<Role, string> = {
  student: 'Students',
  advisor: 'Advisors',
  reviewer: 'Reviewers',
  admin: 'Admins',
}

export function RequiredRolesCard() {
  return (
    <SectionCard id="required-roles" title="Who must have a second factor">
      <LoadedData
        query={useApiQuery(getSecondFactorRoles)}
        skeleton={<Skeletons count={1} height={240} />}
      >
        {(required) => <RequiredRoles required={required.roles} />}
      </LoadedData>
    </SectionCard>
  )
}

function RequiredRoles({ required }: { required: Role[] }) {
  const [chosen, setChosen] = useState(required)
  const isUnsaved = new Set(chosen).symmetricDifference(new Set(required)).size > 0
  useSyncSavedValues(required, isUnsaved, setChosen)
  const change = useApiMutation(setSecondFactorRoles)
  const own = useApiQuery(getSecondFactor.admin)
  async function save() {
    await toastIfFails(async () => {
      await change.mutateAsync({ body: { roles: chosen } })
      toastSuccess(secondFactorRolesSavedMessage)
    })
  }
  return (
    <>
      <Checkbox.Group label="Required for" value={chosen} onChange={setChosen}>
        <Stack gap={0} mt={4}>
          {roles.map((role) => (
            <Checkbox
              key={role}
              value={role}
              label={labels[role]}
              styles={{ body: { minHeight: 'var(--control)', alignItems: 'center' } }}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Text c="dimmed">People without one must set one up before they can do anything else.</Text>
      {chosen.includes('admin') && own.data?.isOn === false && (
        <Text>You have none yet, so as soon as you save this, you must set one up too.</Text>
      )}
      <Group>
        <Button onClick={save} loading={change.isPending}>
          Save
        </Button>
      </Group>
    </>
  )
}
