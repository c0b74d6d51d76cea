import { z } from 'zod'
import { listScopesOfRole, tokenScopes } from '../kit/api-tokens/token-scopes.ts'
import { defineEndpoint, defineListEndpoint } from '../kit/endpoint.ts'
import { defineRefusal } from '../kit/refusal.ts'
import { nameText } from '../kit/text/text-schemas.ts'
import {
  apiTokenDaysDefault,
  apiTokenDaysMax,
  apiTokenNameMaxLength,
  apiTokensMax,
} from '../limits/accounts.ts'
import { peopleRefusals } from '../people/people.ts'
import { mapRoles, type Role, roles } from '../roles.ts'

export const tokenCreatedMessage = 'Token created. Copy it now: it is not shown again.'
export const tokenRevokedMessage = 'Token revoked. It stopped working.'

export const apiTokenRefusals = {
  nameTaken: defineRefusal(409, 'You already have a token with this name'),
  tooMany: defineRefusal(409, `You have ${apiTokensMax} tokens. Revoke one you no longer need.`),
  unknownToken: defineRefusal(404, 'This token does not exist'),
  badEnd: defineRefusal(
    400,
    `Choose a last day in the future, at most ${apiTokenDaysMax} days from now`,
  ),
}

const Message = z.object({ message: z.string() })

/** An API token as its owner and admins see it. Instants are ISO. */
export const ApiToken = z.object({
  _id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  /** The last four characters of the token. */
  lastFour: z.string(),
  createdAt: z.string(),
  /** Accurate to one minute; null if it has not been used. */
  lastUsedAt: z.string().nullable(),
  /** A token that has expired stays in the list for some time. */
  expiresAt: z.string(),
})
export type ApiToken = z.infer<typeof ApiToken>

const noScopeMessage = 'Choose what the token may do'

/** What the owner chooses. */
export const getNewTokenSchema = (role: Role) =>
  z.object({
    name: nameText('Name is required', apiTokenNameMaxLength),
    scopes: z
      .array(z.enum(listScopesOfRole(role), 'This role has no such scope'), noScopeMessage)
      .min(1, noScopeMessage)
      .max(tokenScopes.length),
    expiresAt: z.iso
      .datetime({ offset: true, error: apiTokenRefusals.badEnd.message })
      .optional()
      .describe(`Without it, the token expires after ${apiTokenDaysDefault} days`),
  })
export type NewApiToken = z.infer<ReturnType<typeof getNewTokenSchema>>

export const createToken = mapRoles(roles, (role) =>
  defineEndpoint({
    role,
    may: 'sign in',
    method: 'POST',
    path: '/tokens',
    summary: 'Creates an API token and returns it, this once only',
    body: z.object({ value: getNewTokenSchema(role) }),
    reply: Message.extend({ token: z.string(), ...ApiToken.shape }),
    refuses: [apiTokenRefusals.nameTaken, apiTokenRefusals.tooMany, apiTokenRefusals.badEnd],
  }),
)

export const listTokens = mapRoles(roles, (role) =>
  defineListEndpoint({
    role,
    may: 'sign in',
    path: '/tokens',
    summary: 'Lists the caller’s API tokens, newest first',
    item: ApiToken,
  }),
)

export const endToken = mapRoles(roles, (role) =>
  defineEndpoint({
    role,
    may: 'sign in',
    method: 'PUT',
    path: '/end-token',
    summary: 'Revokes one of the caller’s API tokens',
    body: z.object({ value: z.object({ _id: z.string().max(100) }) }),
    reply: Message,
    refuses: [apiTokenRefusals.unknownToken],
  }),
)

export const listPersonTokens = defineListEndpoint({
  role: 'admin',
  may: 'manage people',
  path: '/person-tokens',
  summary: 'Lists a person’s API tokens, newest first',
  query: { person: z.string().max(100) },
  item: ApiToken,
  refuses: [peopleRefusals.unknownPerson],
})

export const endPersonToken = defineEndpoint({
  role: 'admin',
  may: 'manage people',
  method: 'PUT',
  path: '/end-person-token',
  summary: 'Revokes one of a person’s API tokens',
  body: z.object({ value: z.object({ id: z.string().max(100), token: z.string().max(100) }) }),
  reply: Message,
  refuses: [peopleRefusals.unknownPerson, apiTokenRefusals.unknownToken],
})
