import { Stack, TextInput } from '@mantine/core'
import { domainRefusals } from '#contract/domains/domain.ts'
import { NewDomain } from '#contract/domains/domains.ts'
import { isRefusedWith } from '#web/kit/api/error-messages.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { DialogButtons } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { autoFocusProps } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerMessage } from '#web/kit/page/overlays/toast.ts'

type Props = {
  /** The name at first. */
  name: string
  /** The label of the button. */
  submit: string
  /** Sends the name; a refusal of it is shown at the field, other failures as a toast. */
  send: (name: string) => Promise<void>
  close: () => void
}

/** A form for a domain's name, in a dialog that closes when the name is saved. */
export function DomainNameForm({ name, submit: label, send, close }: Props) {
  const { form, submit } = useSchemaForm(NewDomain, { name }, { name: domainRefusals.nameTaken })

  const save = submit(async (values) => {
    try {
      await send(values.name)
    } catch (error) {
      if (!isRefusedWith(error, domainRefusals.nameTaken)) toastServerMessage(error)
      throw error
    }
    close()
  })

  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <TextInput
          label="Domain name"
          autoComplete="off"
          {...autoFocusProps}
          {...form.getInputProps('name')}
        />
        <DialogButtons close={close} label={label} busy={form.submitting} />
      </Stack>
    </form>
  )
}
