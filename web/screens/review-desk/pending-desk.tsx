import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ReviewDraft } from '#contract/calls.ts'
import { lineMaxLength, linesMax } from '#contract/limits.ts'
import { pendingTaskUpdated, type Review, type ReviewBefore } from '#contract/reviews.ts'
import { PlusIcon } from '#web/kit/icons.tsx'
import { toastServerMessage, toastSuccess } from '#web/kit/toast.ts'
import { useUpdateMark } from '#web/reviews/api.ts'
import { DetailCard } from '#web/reviews/details/detail-card.tsx'
import type { DraftKeeper } from './use-draft-keeper.ts'

type Line = NonNullable<ReviewDraft['pendingTask']>[number]
type Props = {
  review: Review
  draft: ReviewDraft['pendingTask']
  before: ReviewBefore | null
  keeper: DraftKeeper
}

/** What was left to do, to tick off or keep, and what is left to do now. */
export function PendingDesk({ review, draft, before, keeper }: Props) {
  const update = useUpdateMark()
  const [lines, setLines] = useState(draft ?? carriedOver(review, before))
  const left = lines.filter(({ text, done }) => !done && text.trim() !== '')

  function change(next: Line[]) {
    setLines(next)
    keeper.change({ pendingTask: next })
  }

  async function submit() {
    try {
      await keeper.settle('pendingTask')
      const pendingTopic = left.map(({ text }) => text.trim())
      await update.mutateAsync({ body: { id: review._id, pendingTopic } })
      toastSuccess(pendingTaskUpdated)
    } catch (error) {
      toastServerMessage(error)
    }
  }

  return (
    <DetailCard title="Pending tasks">
      <Stack>
        {lines.length === 0 && <Text>Nothing is pending.</Text>}
        {lines.map((line, index) => (
          <LineField
            // A line has no name but its place.
            key={index}
            number={index + 1}
            line={line}
            change={(changed) => change(lines.with(index, changed))}
          />
        ))}
        <Button
          variant="default"
          leftSection={<PlusIcon />}
          disabled={left.length >= linesMax || lines.length >= linesMax * 2}
          onClick={() => change([...lines, { text: '', done: false }])}
        >
          Add a pending task
        </Button>
        <Button loading={update.isPending} onClick={submit}>
          Submit the pending tasks
        </Button>
      </Stack>
    </DetailCard>
  )
}

type LineProps = { number: number; line: Line; change: (line: Line) => void }

function LineField({ number, line, change }: LineProps) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Checkbox
        size="lg"
        aria-label={`Pending task ${number} is done`}
        checked={line.done}
        onChange={({ currentTarget }) => change({ ...line, done: currentTarget.checked })}
      />
      <TextInput
        flex={1}
        aria-label={`Pending task ${number}`}
        maxLength={lineMaxLength}
        value={line.text}
        td={line.done ? 'line-through' : undefined}
        onChange={({ currentTarget }) => change({ ...line, text: currentTarget.value })}
      />
    </Group>
  )
}

/** The review's own list once there is one, else what the review before left. */
function carriedOver(review: Review, before: ReviewBefore | null): Line[] {
  const isFresh = review.status !== 'conducted' && review.pendingTask.length === 0
  const texts = isFresh ? (before?.pendingTask ?? []) : review.pendingTask
  return texts.map((text) => ({ text, done: false }))
}
