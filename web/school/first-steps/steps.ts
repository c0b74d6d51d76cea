import { formatCount } from '#contract/kit/text/plural.ts'
import { type ProfileRole, profileRoles, withArticle } from '#contract/roles.ts'
import type { SchoolSummary } from '#contract/school/summary.ts'
import { paths } from '#web/paths.ts'

/** A step of setting up a school: its title, reason, link, and prerequisite. */
export type Step = {
  title: string
  text: string
  label: string
  to: string
  isDone: boolean
  /** Whether a school that has begun needs it, too. */
  isLasting?: boolean
  /** What is still open although it is done. */
  left?: string
  /** The prerequisite; undefined once it is met. */
  first?: string | undefined
}

/** The steps of setting up a school, in order of dependency. */
export function getSteps(summary: SchoolSummary): Step[] {
  const { domains, reviewers, hasTasks, hasSlots, hasMailServer, hasBackups } = summary
  const empty = summary.domainsWithoutTasks
  const missing = profileRoles.filter((role) => summary[`${role}s`] === 0)
  const joined = countJoined(summary)
  const noDomain = domains === 0 ? 'Add a domain first.' : undefined
  return [
    {
      title: 'Add a domain',
      text: 'What students learn, such as Web Development.',
      label: 'Add a domain',
      to: paths.addDomain,
      isDone: domains > 0,
    },
    {
      title: 'Write the first tasks',
      text: hasTasks
        ? `${formatCount(empty, 'domain has', 'domains have')} no task yet.`
        : 'What students in a domain work on each week.',
      label: 'Create a task',
      to: paths.writeTask,
      isDone: hasTasks && empty === 0,
      first: noDomain,
    },
    {
      title: 'Add people',
      text: `${joined}${neededPeople(missing)}Each gets a link${hasMailServer ? ' by email' : ', which you share yourself until a mail server is set up'}.`,
      label: 'Add people',
      to: paths.addOneOf(missing[0] ?? 'student'),
      isDone: missing.length === 0,
      left: joined,
      first: noDomain,
    },
    {
      title: 'Get slots published',
      text: 'Reviewers say when they have time. Ask them to add their first slots.',
      label: 'View reviewers',
      to: paths.reviewerList,
      isDone: hasSlots,
      first: reviewers === 0 ? 'Add a reviewer first.' : undefined,
    },
    {
      title: 'Set up email',
      text: 'Invitations and reminders are sent through your mail server.',
      label: 'School settings',
      to: paths.schoolSettings,
      isDone: hasMailServer,
      isLasting: true,
    },
    {
      title: 'Set up backups',
      text: 'Your server administrator sets BACKUP_DIR for a nightly backup.',
      label: 'See Health',
      to: paths.health,
      isDone: hasBackups,
      isLasting: true,
    },
  ]
}

/** Returns how many people have joined; nothing if all have. */
function countJoined(summary: SchoolSummary): string {
  const { students, advisors, reviewers } = summary
  const people = students + advisors + reviewers
  const { invitedStudents, invitedAdvisors, invitedReviewers } = summary
  const invited = invitedStudents + invitedAdvisors + invitedReviewers
  return invited === 0 ? '' : `Joined so far: ${people - invited} of ${people}. `
}

function neededPeople(missing: ProfileRole[]): string {
  if (missing.length === 0) return ''
  const people = missing.map(withArticle)
  return `Your school needs ${listed.format(people)}. `
}

const listed = new Intl.ListFormat('en')
