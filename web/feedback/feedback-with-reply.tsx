import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FeedbackToStudent, FeedbackWithStaffNote } from '#contract/feedback.ts'
import { LinkedText } from '#web/kit/ui/text/linked-text.tsx'
import { FeedbackText } from './feedback-text.tsx'

type Props = {
  feedback: FeedbackToStudent | FeedbackWithStaffNote
  /** The title of the reply. */
  replyTitle: string
  /** In place of a reply that is not there yet. */
  replyForm?: ReactNode
}

/** The feedback on a review with the student's reply, and for staff their note. */
export function FeedbackWithReply({ feedback: all, replyTitle, replyForm }: Props) {
  const { feedback, reply } = all
  const note = 'note' in all ? all.note : ''
  const isEmpty = feedback.trim() === ''
  return (
    <Stack>
      {isEmpty ? (
        <Text c="dimmed">No feedback was written.</Text>
      ) : (
        <FeedbackText text={feedback} />
      )}
      {reply ? <Written title={replyTitle} text={reply.text} /> : !isEmpty && replyForm}
      {note.trim() !== '' && <Written title="Note for staff" text={note} />}
    </Stack>
  )
}

function Written({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <Title order={3}>{title}</Title>
      <Text size="md" maw={720} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        <LinkedText>{text}</LinkedText>
      </Text>
    </div>
  )
}
