import { Checkbox, Select, Text, TextInput } from '@mantine/core'
import { extractSenderAddress } from '#contract/kit/school.ts'
import {
  defaultPorts,
  encryptions,
  formatFixedSettingHint,
  type SchoolSettings,
} from '#contract/school/settings.ts'
import { PasswordField } from '#web/kit/form/fields/password-field.tsx'
import type { FieldsForm, SendTestMail } from './fields.ts'
import styles from './settings.module.css'
import { TestMail } from './test-mail.tsx'

type Props = {
  form: FieldsForm
  settings: SchoolSettings
  tryMail: SendTestMail
  /** The recipient of test mails if none is entered. */
  defaultRecipient: string
}

const encryptionNames = {
  tls: 'TLS',
  starttls: 'STARTTLS (optional without a login)',
}
const isFromTo = (from: keyof typeof defaultPorts, port: string) =>
  port === String(defaultPorts[from])

/** The mail server, and the sender of mails. */
export function MailFields({ form, settings, tryMail, defaultRecipient }: Props) {
  const { fixed } = settings
  const isServerFixed = fixed.includes('mailServer')
  const { hasMailServer } = form.values
  return (
    <>
      {isServerFixed ? (
        <TextInput
          label="Mail server"
          description={formatFixedSettingHint('mailServer')}
          readOnly
          value={getAddress(settings)}
        />
      ) : (
        <div>
          <Checkbox
            label="Send emails through a mail server"
            styles={{ body: { minHeight: 'var(--control)', alignItems: 'center' } }}
            {...form.getInputProps('hasMailServer', { type: 'checkbox' })}
          />
          {!hasMailServer && (
            <Text c="dimmed">
              Without one, each email is saved as a file on the server, and you share its link
              yourself.
            </Text>
          )}
        </div>
      )}
      {hasMailServer && !isServerFixed && <ServerFields form={form} settings={settings} />}
      {hasMailServer && (
        <>
          <TextInput
            label="Sender address"
            {...(fixed.includes('mailFrom')
              ? {
                  description: formatFixedSettingHint('mailFrom'),
                  readOnly: true,
                  value: settings.sender,
                }
              : {
                  description: 'An address that the mail server may send from',
                  placeholder: extractSenderAddress(settings.sender),
                  type: 'email',
                  autoComplete: 'off',
                  ...form.getInputProps('mailFrom'),
                })}
          />
          <TestMail
            form={form}
            settings={settings}
            send={tryMail}
            defaultRecipient={defaultRecipient}
          />
        </>
      )}
    </>
  )
}

function ServerFields({ form, settings }: Pick<Props, 'form' | 'settings'>) {
  const { encryption, port } = form.values.mailServer
  const kept = settings.mailServer?.hasPassword
  const chosen = form.getInputProps('mailServer.encryption')
  return (
    <>
      <div className={styles.pair}>
        <TextInput
          label="Mail server"
          placeholder="mail.example.org"
          autoComplete="off"
          inputMode="url"
          {...form.getInputProps('mailServer.host')}
        />
        <TextInput
          label="Port"
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('mailServer.port')}
        />
      </div>
      <Select
        label="Encryption"
        allowDeselect={false}
        data={encryptions.map((value) => ({ value, label: encryptionNames[value] }))}
        {...chosen}
        onChange={(value: unknown) => {
          chosen.onChange(value)
          // A custom port is kept.
          const [to] = encryptions.filter((one) => one === value)
          const [from] = encryptions.filter((one) => one === encryption)
          if (to && from && isFromTo(from, port)) {
            form.setFieldValue('mailServer.port', String(defaultPorts[to]))
          }
        }}
      />
      <TextInput
        label="Mail server user"
        description="Leave empty if the server needs no login"
        autoComplete="off"
        {...form.getInputProps('mailServer.user')}
      />
      <PasswordField
        label="Mail server password"
        description={kept ? 'Leave empty to keep the saved password' : 'It will not be shown again'}
        autoComplete="new-password"
        {...form.getInputProps('mailServer.password')}
      />
    </>
  )
}

function getAddress({ mailServer }: SchoolSettings): string {
  return mailServer ? `${mailServer.host}:${mailServer.port}` : ''
}
