import { Button, List, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { erasePerson, eraseRefusals } from '#contract/privacy/erase-person.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { DialogButtons } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { autoFocusProps, contentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastReply } from '#web/kit/page/overlays/toast.ts'

type Props = {
  person: { _id: string; name: string }
  /** The address of the list that the person was in. */
  list: string
}

/** The button that opens the dialog in which an admin erases a person. */
export function ErasePerson({ person, list }: Props) {
  const navigate = useNavigate()
  const open = () =>
    contentDialog(`Erase ${person.name}`, (close) => (
      <Form
        person={person}
        close={close}
        erased={() => {
          close()
          void navigate(list)
        }}
      />
    ))
  return (
    <Button variant="default" c="var(--state-red-text)" onClick={open}>
      Erase…
    </Button>
  )
}

type FormProps = Pick<Props, 'person'> & { close: () => void; erased: () => void }

/** Says what goes and what stays; the name is typed again, so that nobody is erased by a slip. */
function Form({ person: { _id: id, name }, close, erased }: FormProps) {
  const { mutateAsync, isPending } = useApiMutation(erasePerson)
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)

  async function erase() {
    if (typed.trim() !== name) {
      setWrong(true)
      return
    }
    await toastReply(mutateAsync({ body: { value: { id, name: typed } } }), erased)
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void erase()
      }}
    >
      <Stack>
        <Text>This cannot be undone. {name} cannot sign in any more, and is in no list.</Text>
        <List size="sm">
          <List.Item>
            Goes: name, email, number, address, date of birth, mails, notifications, chat, reasons,
            drafts, pending tasks, sessions and links.
          </List.Item>
          <List.Item>
            Stays: marks, weeks and dates of reviews, under a name such as ‘Erased person 7’, also
            in the audit log.
          </List.Item>
        </List>
        <TextInput
          label={`Type the name again: ${name}`}
          autoComplete="off"
          value={typed}
          error={isWrong && eraseRefusals.wrongName.message}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setWrong(false)
          }}
          {...autoFocusProps}
        />
        <DialogButtons close={close} label="Erase" busy={isPending} isDangerous />
      </Stack>
    </form>
  )
}
