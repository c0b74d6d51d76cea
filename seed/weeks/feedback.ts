import type { Tables } from '#server/database/tables.ts'
import type { SchoolRows } from '../rows.ts'

/** Feedback and a note for staff, by how the review ended. */
const written: Record<string, { text: string; note: string }> = {
  'Task Completed': {
    text: 'Good work: your code is **easy to read**, and you could say why it works.',
    note: '',
  },
  'Task Needs Improvement': {
    text: 'The task works. Next time:\n\n- name functions after what they *return*\n- write a test before you fix a mistake',
    note: '',
  },
  'Task Critical': {
    text: 'Much is there, but you could not explain all of it. Build one of the exercises again **without looking**, then compare.',
    note: 'Copied parts of the technical task.',
  },
  'Week Repeat': {
    text: 'This week was too much at once. Begin with the first exercise and ask early:\n\n> A question on Monday saves a week.',
    note: 'Had a hard week and asked for it to stay between us. Be kind.',
  },
}

/** Feedback on the last review of each student that has marks. */
export function makeFeedback({ reviews }: Pick<SchoolRows, 'reviews'>): Tables['feedback'][] {
  const marked = reviews.filter(({ status }) => status === 'conducted')
  // The reviews of a student are in their order.
  const last = new Map(marked.map((review) => [review.student_id, review]))
  return [...last.values()].flatMap(({ id, week_status, marked_at }) => {
    const texts = written[week_status]
    if (!texts || !marked_at) return []
    return { review_id: id, ...texts, reply: null, replied_at: null, saved_at: marked_at }
  })
}
