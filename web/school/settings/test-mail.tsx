import { Button, Group, Text, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import {
  type MailServerTestResult,
  type SchoolSettings,
  SchoolSettingsChange,
} from '#contract/school/settings.ts'
import { ApiError } from '#web/kit/api/call-api.ts'
import { type FieldsForm, type SendTestMail, toChange } from './fields.ts'
import styles from './settings.module.css'

const MailPart = SchoolSettingsChange.pick({ mailServer: true, mailFrom: true })

type Props = {
  form: FieldsForm
  settings: SchoolSettings
  send: SendTestMail
  defaultRecipient: string
}

/** Sends a test mail with the fields' values, saved or not, and shows the result. */
export function TestMail({ form, settings, send, defaultRecipient }: Props) {
  const [to, setTo] = useState('')
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)
  const [answer, setAnswer] = useState<MailServerTestResult>()

  async function tryNow() {
    setAnswer(undefined)
    setError(undefined)
    // Other invalid fields do not prevent the test.
    const judged = MailPart.safeParse(toChange(form.values, settings))
    if (!judged.success) {
      const wrong = judged.error.issues.map(({ path, message }) => [path.join('.'), message])
      return showWrong(Object.fromEntries(wrong))
    }
    setSending(true)
    try {
      setAnswer(await send(to.trim(), judged.data))
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed
      const { to: aboutTo, ...aboutServer } = failed.errors
      setError(aboutTo ?? (Object.keys(aboutServer).length > 0 ? undefined : failed.message))
      if (Object.keys(aboutServer).length > 0) showWrong(aboutServer)
    } finally {
      setSending(false)
    }
  }

  function showWrong(errors: Record<string, string>) {
    form.setErrors(errors)
    const [first] = Object.keys(errors)
    if (first) form.getInputNode(first)?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    // Does not submit the surrounding form.
    event.preventDefault()
    void tryNow()
  }

  return (
    <div className={styles.part}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Send a test email to"
          type="email"
          autoComplete="off"
          placeholder={defaultRecipient}
          flex="1 1 200px"
          value={to}
          error={error !== undefined}
          onChange={(event) => setTo(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Button variant="default" loading={isSending} onClick={tryNow}>
          Send a test email
        </Button>
      </Group>
      <Text role="status" size="sm" mt="xs" style={{ overflowWrap: 'anywhere' }}>
        {error ?? (answer && formatOutcome(answer))}
      </Text>
    </div>
  )
}

function formatOutcome({ isTaken, message, answer }: MailServerTestResult): string {
  const said = isTaken ? 'Reply:' : 'Reason:'
  return answer ? `${message} ${said} ${answer}` : message
}
