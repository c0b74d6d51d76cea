import { Button, Checkbox, Group, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { apiTokenRefusals, createToken, getNewTokenSchema } from '#contract/accounts/api-tokens.ts'
import { formatScope } from '#contract/kit/api-tokens/format-scopes.ts'
import {
  generalScopes,
  listScopesOfRole,
  type TokenScope,
} from '#contract/kit/api-tokens/token-scopes.ts'
import { calendarDateSchema } from '#contract/kit/time/calendar-date-schema.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { addDays, getDateInZone, startOfDay } from '#contract/kit/time/zone.ts'
import { apiTokenDaysDefault, apiTokenDaysMax } from '#contract/limits/accounts.ts'
import type { Role } from '#contract/roles.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { useNow } from '#web/kit/live/now.ts'
import { CopyField } from '#web/kit/page/copy-field.tsx'
import { DialogForm } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { autoFocusProps, openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerErrorMessage } from '#web/kit/page/overlays/toast.ts'
import { useSchoolZone } from '#web/school/api.ts'

/** Opens the dialog that creates an API token and shows it once. */
export function openCreateToken(role: Role): void {
  openContentDialog('Create token', (close) => <CreateToken role={role} close={close} />)
}

type Props = { role: Role; close: () => void }

function CreateToken({ role, close }: Props) {
  const [created, setCreated] = useState<Created>()
  if (created) return <CreatedToken created={created} close={close} />
  return <TokenForm role={role} close={close} setCreated={setCreated} />
}

type Created = { name: string; token: string }

function CreatedToken({ created, close }: { created: Created; close: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  // The form that had the focus is gone.
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  return (
    <Stack ref={box}>
      <CopyField
        label={`Token ${created.name}`}
        value={created.token}
        hint="Copy it now: it is not shown again. Keep it like a password."
      />
      <Group justify="flex-end">
        <Button onClick={close}>Done</Button>
      </Group>
    </Stack>
  )
}

type FormProps = Props & { setCreated: (created: Created) => void }

function TokenForm({ role, close, setCreated }: FormProps) {
  const timeZone = useSchoolZone()
  const today = getDateInZone(useNow(), timeZone)
  const { mutateAsync } = useApiMutation(createToken[role])
  const initial: { name: string; scopes: TokenScope[]; lastDay: string } = {
    name: '',
    scopes: [],
    lastDay: addDays(today, apiTokenDaysDefault),
  }
  const { form, submit } = useSchemaForm(
    getNewTokenSchema(role).omit({ expiresAt: true }).extend({ lastDay: LastDay }),
    initial,
    { name: apiTokenRefusals.nameTaken, lastDay: apiTokenRefusals.badEnd },
  )
  const send = submit(async ({ name, scopes, lastDay }) => {
    const expiresAt = toIsoInstant(startOfDay(addDays(lastDay, 1), timeZone) - minuteMs)
    setCreated(await mutateAsync({ body: { value: { name, scopes, expiresAt } } }))
  }, toastServerErrorMessage)

  return (
    <DialogForm onSubmit={send} close={close} label="Create token" busy={form.submitting}>
      <TextInput
        label="Name"
        description="For example, the program that will use it"
        {...autoFocusProps}
        {...form.getInputProps('name')}
      />
      <Access
        role={role}
        value={form.values.scopes}
        onChange={(scopes) => form.setFieldValue('scopes', scopes)}
        error={form.errors.scopes}
      />
      <TextInput
        label="Last day"
        type="date"
        min={today}
        max={addDays(today, apiTokenDaysMax - 1)}
        {...form.getInputProps('lastDay')}
      />
    </DialogForm>
  )
}

const LastDay = z
  .string()
  .refine((date) => calendarDateSchema.safeParse(date).success, apiTokenRefusals.badEnd.message)

type AccessProps = {
  role: Role
  value: TokenScope[]
  onChange: (scopes: TokenScope[]) => void
  error?: ReactNode
}

const some = 'some'

/** Everything, to read or to change; for admins also single abilities. */
function Access({ role, value, onChange, error }: AccessProps) {
  const [isNarrow, setNarrow] = useState(false)
  const general: readonly TokenScope[] = generalScopes
  const abilities = listScopesOfRole(role).filter((scope) => !general.includes(scope))
  const choose = (chosen: string) => {
    setNarrow(chosen === some)
    onChange(general.filter((scope) => scope === chosen))
  }
  const chosen = isNarrow ? some : (value[0] ?? null)
  return (
    <>
      <Radio.Group label="Access" value={chosen} onChange={choose} error={!isNarrow && error}>
        <Stack gap="xs" my="xs">
          {general.map((scope) => (
            <Radio key={scope} value={scope} label={formatScope(scope)} />
          ))}
          {abilities.length > 0 && <Radio value={some} label="Only some abilities" />}
        </Stack>
      </Radio.Group>
      {isNarrow && (
        <Checkbox.Group
          label="Abilities"
          description="The token can read and change what they cover."
          value={value}
          onChange={(names) => onChange(abilities.filter((scope) => names.includes(scope)))}
          error={error}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" my="xs">
            {abilities.map((scope) => (
              <Checkbox key={scope} value={scope} label={formatScope(scope)} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
    </>
  )
}
