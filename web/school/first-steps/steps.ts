import type { SchoolSummary } from '#contract/school.ts'
import { paths } from '#web/paths.ts'

/** A first step of a school: what is done by it, why, and where. */
export type Step = { title: string; text: string; label: string; to: string; isDone: boolean }

/** The first steps of a school, in the order in which one needs the other. */
export function stepsOf(summary: SchoolSummary): Step[] {
  const { domains, hasTasks, hasSlots } = summary
  const missing = missingPeople(summary)
  return [
    {
      title: 'Add a domain',
      text: 'What students learn, such as Web Development.',
      ...{ label: 'Add a domain', to: paths.addUser, isDone: domains > 0 },
    },
    {
      title: 'Write the first tasks',
      text: 'What students of a domain do in a week.',
      ...{ label: 'Create a task', to: paths.createTask, isDone: hasTasks },
    },
    {
      title: 'Add people',
      text:
        missing.length > 0
          ? `The school needs ${listed.format(missing)}. Each gets a link by mail.`
          : 'Each gets a link by mail.',
      ...{ label: 'Add people', to: paths.addUser, isDone: missing.length === 0 },
    },
    {
      title: 'Have slots published',
      text: 'Reviewers say when they have time. Ask them to add their first slots.',
      ...{ label: 'See the reviewers', to: paths.reviewerList, isDone: hasSlots },
    },
  ]
}

function missingPeople({ advisors, reviewers, students }: SchoolSummary): string[] {
  return [
    ...(advisors === 0 ? ['an advisor'] : []),
    ...(reviewers === 0 ? ['a reviewer'] : []),
    ...(students === 0 ? ['a student'] : []),
  ]
}

const listed = new Intl.ListFormat('en')
