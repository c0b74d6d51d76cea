import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import {
  beginSecondFactor,
  CodeInput,
  confirmSecondFactor,
  PasswordInput,
  secondFactorOnMessage,
} from '#contract/accounts/second-factor.ts'
import type { Role } from '#contract/roles.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { logFailure } from '#web/kit/api/log-failure.ts'
import { PasswordField } from '#web/kit/form/fields/password-field.tsx'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { CodeField } from './code-field.tsx'
import styles from './qr-code.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpStep } from './set-up-step.tsx'
import { toastErrorUnlessShown } from './toast-error.ts'

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
        <Buttons label="Switch on" isBusy={form.submitting} cancel={cancel} />
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

/** The quiet zone around a QR code, in modules. */
const edge = 4

type Drawing = { path: string; size: number }

/** A text as a QR code, generated in the browser; the library loads when it is needed. */
function QrCode({ text, label }: { text: string; label: string }) {
  const [drawing, setDrawing] = useState<Drawing>()

  useEffect(() => {
    let isCurrent = true
    draw(text)
      .then((drawn) => {
        if (isCurrent) setDrawing(drawn)
      })
      // The key beside it can be typed instead.
      .catch((error: unknown) => logFailure('a QR code could not be drawn', error))
    return () => {
      isCurrent = false
    }
  }, [text])

  if (!drawing) return <div className={styles.code} aria-busy="true" />
  const { path, size } = drawing
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

async function draw(text: string): Promise<Drawing> {
  const { default: qrcode } = await import('qrcode-generator')
  // Type 0 chooses the size; level M corrects about 15 % damage.
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  const places = Array.from({ length: count }, (_, place) => place)
  const squares = places.flatMap((row) =>
    places
      .filter((column) => code.isDark(row, column))
      .map((column) => `M${column + edge} ${row + edge}h1v1h-1z`),
  )
  return { path: squares.join(''), size: count + 2 * edge }
}
