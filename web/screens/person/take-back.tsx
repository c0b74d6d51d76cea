import { Button } from '@mantine/core'
import type { PersonDetails } from '#contract/people/people.ts'
import { undoHandOver } from '#contract/reviews/hand-over.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { confirmDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastReply } from '#web/kit/page/overlays/toast.ts'

/** Gives an advisor who was away the students of the last hand-over back. */
export function TakeBack({ advisor: { _id: from, name } }: { advisor: PersonDetails }) {
  const { mutateAsync, isPending } = useApiMutation(undoHandOver)

  async function ask() {
    const isSure = await confirmDialog({
      title: 'Take back students',
      text: `The students of the last hand-over go back to ${name}, unless they have got yet another advisor. Everyone involved is notified.`,
      confirm: 'Take back',
    })
    if (isSure) await toastReply(mutateAsync({ body: { value: { from, takeBack: true } } }))
  }

  return (
    <Button variant="default" loading={isPending} onClick={ask}>
      Take back students…
    </Button>
  )
}
