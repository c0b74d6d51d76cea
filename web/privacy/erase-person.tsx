import { Button, Group, List, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { countAllStudents } from '#contract/people/format-student-count.ts'
import type { PersonDetails } from '#contract/people/people.ts'
import { erasePerson, eraseRefusals } from '#contract/privacy/erase-person.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { DialogForm } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { autoFocusProps, openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastReply } from '#web/kit/page/overlays/toast.ts'

type Props = {
  person: PersonDetails
  /** Leaves the person's page, before anything on it is fetched again. */
  leave: () => Promise<void>
  /** Opens the dialog that hands an advisor's students over. */
  handOver: () => void
}

/** The button that opens the dialog in which an admin erases a person. */
export function ErasePersonButton({ person, leave, handOver }: Props) {
  const open = () =>
    openContentDialog(`Erase ${person.name}`, (close) => (
      <Form
        person={person}
        close={close}
        handOver={() => {
          close()
          handOver()
        }}
        leave={async () => {
          close()
          await leave()
        }}
      />
    ))
  return (
    <Button variant="default" c="var(--state-red-text)" onClick={open}>
      Erase…
    </Button>
  )
}

type FormProps = Props & { close: () => void }

/**
 * Says what goes and what stays; the name is typed again, so that nobody is erased by a slip. Says
 * at once what has to be done first.
 */
function Form({ person, handOver, close, leave }: FormProps) {
  const { _id: id, name } = person
  const hasStudents = countAllStudents(person) > 0
  const hasBooked = (person.bookedReviews ?? 0) > 0
  const booked = hasBooked ? eraseRefusals.booked : undefined
  const obstacle = hasStudents ? eraseRefusals.hasStudents : booked
  const { mutateAsync, isPending } = useApiMutation(erasePerson, async (change) => {
    const reply = await change()
    await leave()
    return reply
  })
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)

  async function erase() {
    if (typed.trim() !== name) {
      setWrong(true)
      return
    }
    await toastReply(mutateAsync({ body: { value: { id, name: typed } } }))
  }

  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault()
        void erase()
      }}
      close={close}
      label="Erase"
      busy={isPending}
      disabled={Boolean(obstacle)}
      isDangerous={!obstacle}
    >
      <Text>
        This cannot be undone. {name} can no longer sign in and disappears from all lists.
      </Text>
      <List size="sm">
        <List.Item>
          Deleted: name, email, number, address, date of birth, emails, notifications, chat, work,
          feedback, reasons, drafts, pending tasks, sessions and links.
        </List.Item>
        <List.Item>
          Kept: marks, weeks and dates of reviews, under a name such as ‘Erased person 7’, also in
          the audit log.
        </List.Item>
      </List>
      {obstacle && (
        <Group justify="space-between">
          <Text fw={500} flex="1 1 0" miw={200} tabIndex={-1} {...autoFocusProps}>
            {obstacle.message}
          </Text>
          {hasStudents && (
            <Button variant="default" onClick={handOver}>
              Hand over students…
            </Button>
          )}
        </Group>
      )}
      <TextInput
        label={`Type the name again: ${name}`}
        autoComplete="off"
        value={typed}
        error={isWrong && eraseRefusals.wrongName.message}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setWrong(false)
        }}
        disabled={Boolean(obstacle)}
        {...(!obstacle && autoFocusProps)}
      />
    </DialogForm>
  )
}
