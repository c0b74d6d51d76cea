import { z } from 'zod'
import { defineEndpoint, defineListEndpoint } from '../kit/endpoint.ts'
import { nameText } from '../kit/text/text-schemas.ts'
import { firstWeek, lastWeek, nameMaxLength } from '../limits/limits.ts'
import { abilities, mapRoles } from '../roles.ts'
import { Domain, DomainName, domainRefusals } from './domain.ts'

/** A domain in the admin's list, with the number of weeks that have a task. */
export const ListedDomain = Domain.extend({ weeks: z.number() })
export type ListedDomain = z.infer<typeof ListedDomain>

export const NewDomain = z.object({
  name: nameText('Domain name is required', nameMaxLength),
})
export type NewDomain = z.input<typeof NewDomain>

const id = z.string().max(100)

const wrongWeek = `Please choose a week from ${firstWeek} to ${lastWeek}`
const LastWeek = z
  .number(wrongWeek)
  .int(wrongWeek)
  .min(firstWeek, wrongWeek)
  .max(lastWeek, wrongWeek)

/** What can be changed of a domain; what is left out stays as it is (contract, section 11). */
export const DomainEdit = z.object({
  id,
  name: NewDomain.shape.name.optional(),
  isArchived: z.boolean().optional(),
  lastWeek: LastWeek.nullable().optional(),
})
export type DomainEdit = z.output<typeof DomainEdit>

export const domainAddedMessage = 'Domain added successfully.'
export const domainSavedMessage = 'Saved'
export const domainCopiedMessage = 'Domain copied.'

export const addDomain = defineEndpoint({
  role: 'admin',
  may: 'manage domains',
  method: 'POST',
  path: '/add-domain',
  summary: 'Adds a domain. Names are unique, ignoring case',
  body: NewDomain,
  reply: z.object({ message: z.string(), domain: DomainName }),
  refuses: [domainRefusals.nameTaken],
})

export const editDomain = defineEndpoint({
  role: 'admin',
  may: 'manage domains',
  method: 'PUT',
  path: '/edit-domain',
  summary:
    'Renames a domain, archives it or brings it back, or sets the last week of its course (null: the week of its last task). An archived domain stays where it is in use, but cannot be chosen',
  body: z.object({ value: DomainEdit }),
  reply: z.object({ message: z.string(), domain: Domain }),
  refuses: [domainRefusals.unknown, domainRefusals.nameTaken],
})

/** Another domain's copy, by the id of the other one and the new name (contract, section 11). */
export const DomainCopy = NewDomain.extend({ id })
export type DomainCopy = z.output<typeof DomainCopy>

export const copyDomain = defineEndpoint({
  role: 'admin',
  may: 'manage domains',
  method: 'POST',
  path: '/copy-domain',
  summary: 'Adds a domain with a copy of every week’s task, and of the rubric, of another one',
  body: z.object({ value: DomainCopy }),
  reply: z.object({ message: z.string(), domain: ListedDomain }),
  refuses: [domainRefusals.unknown, domainRefusals.nameTaken],
})

export const countDomainPeople = defineEndpoint({
  role: 'admin',
  may: 'manage domains',
  method: 'GET',
  path: '/domain-people',
  summary: 'Returns how many students and reviewers have a domain',
  query: z.object({ id }),
  reply: z.object({ students: z.number(), reviewers: z.number() }),
})

const DomainState = z.enum(['active', 'archived'])
export type DomainState = z.infer<typeof DomainState>

export const listDomains = defineListEndpoint({
  role: 'admin',
  may: 'manage domains',
  path: '/all-domain',
  summary: 'Lists all domains by name, with the number of weeks that have a task',
  query: { state: DomainState.optional() },
  item: ListedDomain,
})

/** The same for roles that filter reviews by domain. */
export const listDomainNames = mapRoles(abilities['follow reviews'], (role) =>
  defineListEndpoint({
    role,
    may: 'follow reviews',
    path: '/all-domain',
    summary: 'Lists all domains by name',
    item: DomainName,
  }),
)
