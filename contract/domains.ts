import { z } from 'zod'
import { endpoint, listEndpoint } from './kit/endpoint.ts'
import { refusal } from './kit/refusal.ts'
import { nameText } from './kit/text/text-schemas.ts'
import { nameMaxLength } from './limits.ts'
import { abilities, forRoles } from './roles.ts'

/** A domain as other objects refer to it. */
export const DomainName = z.object({ _id: z.string(), name: z.string() })
export type DomainName = z.infer<typeof DomainName>

/** A domain in the admin's list, with the number of weeks that have a task. */
export const ListedDomain = DomainName.extend({ weeks: z.number() })
export type ListedDomain = z.infer<typeof ListedDomain>

export const NewDomain = z.object({
  name: nameText('Domain name is required', nameMaxLength),
})
export type NewDomain = z.input<typeof NewDomain>

export const domainRefusals = {
  nameTaken: refusal(409, 'This domain already exists'),
}

export const domainAddedMessage = 'Domain added successfully.'

export const addDomain = endpoint({
  role: 'admin',
  may: 'manage domains',
  method: 'POST',
  path: '/add-domain',
  summary: 'Adds a domain. Names are unique, ignoring case',
  body: NewDomain,
  reply: z.object({ message: z.string(), domain: DomainName }),
  refuses: [domainRefusals.nameTaken],
})

export const listDomains = listEndpoint({
  role: 'admin',
  may: 'manage domains',
  path: '/all-domain',
  summary: 'Lists all domains by name, with the number of weeks that have a task',
  item: ListedDomain,
})

/** The same for roles that filter reviews by domain. */
export const listDomainNames = forRoles(abilities['follow reviews'], (role) =>
  listEndpoint({
    role,
    may: 'follow reviews',
    path: '/all-domain',
    summary: 'Lists all domains by name',
    item: DomainName,
  }),
)
