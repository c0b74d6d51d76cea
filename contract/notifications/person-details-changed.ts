import { z } from 'zod'
import { linkedPagePaths } from '../kit/linked-page-paths.ts'
import { formatWeekNumber } from '../kit/time/format-week-number.ts'
import { roles } from '../roles.ts'
import type { Reader } from './format-review.ts'

/** What an admin has corrected of somebody; what is left out stays as it was. */
export const CorrectedDetails = z.object({
  by: z.string(),
  /** Whose details, if not the reader's: only the domain and the week are told to others. */
  student: z.object({ _id: z.string(), name: z.string() }).optional(),
  name: z.string().optional(),
  number: z.string().optional(),
  address: z.string().optional(),
  /** Of a student. */
  domain: z.string().optional(),
  week: z.number().optional(),
  /** Of a reviewer. */
  domains: z.array(z.string()).optional(),
})
export type CorrectedDetails = z.output<typeof CorrectedDetails>

export const detailsChangedNotification = {
  label: 'Your details, or a student’s domain or week, are changed',
  to: roles,
  schema: CorrectedDetails,
  path: ({ role, review }: Reader) =>
    review === null ? linkedPagePaths.home(role) : linkedPagePaths.reviewDetails(role, review),
  button: ({ review }: Reader) => (review === null ? 'Go to Home' : 'Open the review'),
  mail: 'batched' as const,
  subject: ({ student, domain, week }: CorrectedDetails) => {
    if (!student) return 'Your details were changed'
    const changed = [...(domain === undefined ? [] : ['domain']), ...(week ? ['week'] : [])]
    const were = changed.length === 1 ? 'was' : 'were'
    return `${student.name}’s ${list.format(changed)} ${were} changed`
  },
  text: ({ by, student, name, number, address, domain, week, domains }: CorrectedDetails) => {
    const your = student ? '' : 'your '
    const changes = [
      ...(name === undefined ? [] : [`your name to ${name}`]),
      ...(number === undefined ? [] : [`your mobile number to ${number}`]),
      ...(address === undefined ? [] : [`your address to ${address}`]),
      ...(domain === undefined ? [] : [`${your}domain to ${domain}`]),
      ...(week === undefined ? [] : [`${your}week to ${formatWeekNumber(week)}`]),
      ...(domains === undefined ? [] : [`the domains you review to ${list.format(domains)}`]),
    ]
    return `${by} changed ${student ? `${student.name}’s ` : ''}${list.format(changes)}.`
  },
}

export const DomainRename = z.object({ by: z.string(), from: z.string(), to: z.string() })
type DomainRename = z.output<typeof DomainRename>

export const domainRenamedNotification = {
  label: 'Your domain is renamed',
  to: ['student', 'advisor'] as const,
  schema: DomainRename,
  button: 'Go to Home',
  mail: 'batched' as const,
  defaultChannels: { page: true, mail: false, push: false },
  subject: ({ from, to }: DomainRename) => `${from} is now called ${to}`,
  text: ({ by, from, to }: DomainRename) => `${by} renamed the domain ${from} to ${to}.`,
}

const list = new Intl.ListFormat('en')
