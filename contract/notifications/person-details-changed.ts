import { z } from 'zod'
import { formatWeekNumber } from '../kit/time/week-number.ts'
import { roles } from '../roles.ts'

/** What an admin has corrected of somebody; what is left out stays as it was. */
export const DetailsChange = z.object({
  by: z.string(),
  name: z.string().optional(),
  number: z.string().optional(),
  address: z.string().optional(),
  /** Of a student. */
  domain: z.string().optional(),
  week: z.number().optional(),
  /** Of a reviewer. */
  domains: z.array(z.string()).optional(),
})
export type DetailsChange = z.output<typeof DetailsChange>

export const detailsChanged = {
  label: 'Your details are changed',
  to: roles,
  schema: DetailsChange,
  button: 'Go to Home',
  mail: 'batched' as const,
  subject: () => 'Your details were changed',
  text: ({ by, name, number, address, domain, week, domains }: DetailsChange) => {
    const changes = [
      ...(name === undefined ? [] : [`your name to ${name}`]),
      ...(number === undefined ? [] : [`your mobile number to ${number}`]),
      ...(address === undefined ? [] : [`your address to ${address}`]),
      ...(domain === undefined ? [] : [`your domain to ${domain}`]),
      ...(week === undefined ? [] : [`your week to ${formatWeekNumber(week)}`]),
      ...(domains === undefined ? [] : [`the domains you review to ${list.format(domains)}`]),
    ]
    return `${by} changed ${list.format(changes)}.`
  },
}

export const DomainRename = z.object({ by: z.string(), from: z.string(), to: z.string() })
type DomainRename = z.output<typeof DomainRename>

export const domainRenamed = {
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
