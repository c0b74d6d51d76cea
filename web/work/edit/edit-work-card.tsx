import { Checkbox, Text, Textarea } from '@mantine/core'
import { workNoteMaxLength } from '#contract/limits/reviews.ts'
import { type Work, workRefusals } from '#contract/work.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { EditLinks } from './edit-links.tsx'
import { RefusedEdits } from './save-status.tsx'
import type { EditWork } from './use-own-work.ts'

type Props = { work: Work; edit: EditWork }

/** What a student brings to the review besides ticked tasks. It saves by itself. */
export function EditWorkCard({ work, edit }: Props) {
  const { isOver, note, isReady } = work
  return (
    <SectionCard id="own-work" title="For your review">
      <RefusedEdits />
      {isOver && <Text c="dimmed">{workRefusals.over.message}.</Text>}
      <EditLinks work={work} edit={edit} />
      <Textarea
        label="Note"
        description="Your advisor and your reviewer read it"
        autosize
        minRows={3}
        maxLength={workNoteMaxLength}
        value={note}
        readOnly={isOver}
        onChange={({ currentTarget }) => edit({ note: currentTarget.value })}
      />
      <Checkbox
        label="I am ready for my review"
        description="Your advisor and your reviewer are notified once"
        checked={isReady}
        disabled={isOver}
        onChange={({ currentTarget }) => edit({ isReady: currentTarget.checked })}
      />
    </SectionCard>
  )
}
