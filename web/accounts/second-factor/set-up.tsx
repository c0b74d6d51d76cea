import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import {
  beginSecondFactor,
  CodeInput,
  confirmSecondFactor,
  PasswordInput,
  secondFactorOnMessage,
} from '#contract/accounts/second-factor.ts'
import type { Role } from '#contract/roles.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { PasswordField } from '#web/kit/form/fields/password-field.tsx'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { CodeField } from './code-field.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpStep } from './set-up-step-layout.tsx'
import { toastErrorUnlessShown } from './toast-unless-shown.ts'

type Key = { key: string; uri: string }

/**
 * Sets up a second factor: password, key for the app, first code, recovery codes. `isScreen` is set
 * if it fills a screen, whose own heading has the focus first.
 */
export function SetUpSecondFactor({
  role,
  isScreen = false,
  cancel,
  done,
}: {
  role: Role
  isScreen?: boolean
  cancel?: () => void
  done: () => void
}) {
  const [key, setKey] = useState<Key>()
  const [codes, setCodes] = useState<string[]>()

  if (codes) return <RecoveryCodes codes={codes} done={done} isScreen={isScreen} />
  if (key)
    return (
      <ConfirmKey
        role={role}
        isScreen={isScreen}
        given={key}
        cancel={cancel}
        confirmed={setCodes}
      />
    )
  return <AskPassword role={role} isScreen={isScreen} cancel={cancel} begun={setKey} />
}

type Cancel = { cancel: (() => void) | undefined }
type StepProps = Cancel & { role: Role; isScreen: boolean }

function AskPassword({ role, isScreen, cancel, begun }: StepProps & { begun: (key: Key) => void }) {
  const begin = useApiMutation(beginSecondFactor[role])
  const { form, submit } = useSchemaForm(PasswordInput, { password: '' })
  const send = submit(
    async (body) => begun(await begin.mutateAsync({ body })),
    toastErrorUnlessShown,
  )
  return (
    <form onSubmit={send} noValidate>
      <SetUpStep title="Confirm your password" order={isScreen ? 2 : 3} takesFocus={!isScreen}>
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <Buttons label="Continue" isBusy={form.submitting} cancel={cancel} />
      </SetUpStep>
    </form>
  )
}

function ConfirmKey({
  role,
  isScreen,
  given: { key, uri },
  cancel,
  confirmed,
}: StepProps & { given: Key; confirmed: (codes: string[]) => void }) {
  const confirm = useApiMutation(confirmSecondFactor[role])
  const { form, submit } = useSchemaForm(CodeInput, { code: '' })
  const send = submit(async (body) => {
    const { recoveryCodes } = await confirm.mutateAsync({ body })
    toastSuccess(secondFactorOnMessage)
    confirmed(recoveryCodes)
  }, toastErrorUnlessShown)
  return (
    <form onSubmit={send} noValidate>
      <SetUpStep title="Scan this with your authenticator app" order={isScreen ? 2 : 3}>
        <QrCode text={uri} label="The key of your second factor, to scan" />
        <Stack gap={4}>
          <Text>
            Is your app on this device? <Anchor href={uri}>Open it with the key</Anchor>, or enter
            the key:
          </Text>
          <Text ff="monospace" style={{ overflowWrap: 'anywhere' }} data-key={key}>
            {key.match(/.{1,4}/g)?.join(' ')}
          </Text>
        </Stack>
        <CodeField
          label="Code"
          description="The six digits shown in your app"
          inputMode="numeric"
          {...form.getInputProps('code')}
        />
        <Buttons label="Turn on" isBusy={form.submitting} cancel={cancel} />
      </SetUpStep>
    </form>
  )
}

function Buttons({ label, isBusy, cancel }: Cancel & { label: string; isBusy: boolean }) {
  return (
    <Group>
      <Button type="submit" loading={isBusy}>
        {label}
      </Button>
      {cancel && (
        <Button variant="default" onClick={cancel}>
          Cancel
        </Button>
      )}
    </Group>
  )
}
