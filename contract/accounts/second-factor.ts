import { z } from 'zod'
import { defineEndpoint } from '../kit/endpoint.ts'
import { defineRefusal, tooBusy } from '../kit/refusal.ts'
import { mapRoles, type Role, roles, withArticle } from '../roles.ts'
import { accountRefusals, PasswordChange } from './accounts.ts'
import { SecondFactorCode, wrongCodeMessage } from './second-factor-code.ts'

export const secondFactorOnMessage = 'Your second factor is on.'
export const secondFactorOffMessage = 'Your second factor is off.'
export const secondFactorResetMessage =
  'The second factor is off. They have been notified by email.'
export const newRecoveryCodesMessage =
  'Your new recovery codes are ready. The old ones no longer work.'
export const secondFactorRolesSavedMessage = 'Saved.'

export const secondFactorRefusals = {
  wrongPassword: defineRefusal(400, accountRefusals.wrongLogin.message),
  wrongCode: defineRefusal(400, wrongCodeMessage),
  isOn: defineRefusal(409, 'Your second factor is already on'),
  isOff: defineRefusal(409, 'Your second factor is not on'),
  notBegun: defineRefusal(409, 'This second factor is not being set up. Please start again'),
  theirsIsOff: defineRefusal(409, 'This user has no second factor'),
  own: defineRefusal(409, 'Turn off your own second factor under Account, with your password.'),
}

const { wrongPassword, wrongCode: codeIsWrong, isOn, isOff } = secondFactorRefusals
const { hasNoPassword, tooManyLogins, unknownUser } = accountRefusals

export const SecondFactorStatus = z.object({
  isOn: z.boolean(),
  since: z.string().nullable(),
  recoveryCodesLeft: z.number(),
  /** Whether the school requires one for this role. */
  isRequired: z.boolean(),
  /** Whether the caller signs in with a password: only then a second factor can be set up here. */
  usesPassword: z.boolean(),
})
export type SecondFactorStatus = z.infer<typeof SecondFactorStatus>

const Password = PasswordChange.shape.oldpass

export const PasswordInput = z.object({ password: Password })
export const CodeInput = z.object({ code: SecondFactorCode })
export const PasswordAndCodeInput = z.object({ password: Password, code: SecondFactorCode })

const Message = z.object({ message: z.string() })
/** Codes are returned only once. The server stores their hashes. */
const RecoveryCodes = z.object({ message: z.string(), recoveryCodes: z.array(z.string()) })

export const getSecondFactor = mapRoles(roles, (role) =>
  defineEndpoint({
    role,
    may: 'sign in',
    method: 'GET',
    path: '/second-factor',
    summary: 'Returns the status of the caller’s second factor',
    reply: SecondFactorStatus,
  }),
)

const change = { may: 'sign in', method: 'POST' } as const

export const beginSecondFactor = mapRoles(roles, (role) =>
  defineEndpoint({
    ...change,
    role,
    path: '/begin-second-factor',
    summary:
      'Starts setting up a second factor and returns its key. It is on once a code is confirmed',
    body: PasswordInput,
    reply: z.object({
      /** Base32, for typing in. */
      key: z.string(),
      /** The same key as an otpauth URI, for a QR code or a link. */
      uri: z.string(),
    }),
    refuses: [wrongPassword, hasNoPassword, tooManyLogins, isOn, tooBusy],
  }),
)

export const confirmSecondFactor = mapRoles(roles, (role) =>
  defineEndpoint({
    ...change,
    role,
    path: '/confirm-second-factor',
    summary: 'Turns on the caller’s second factor and ends all of their other sessions',
    body: CodeInput,
    reply: RecoveryCodes,
    refuses: [codeIsWrong, tooManyLogins, secondFactorRefusals.notBegun, tooBusy],
  }),
)

export const renewRecoveryCodes = mapRoles(roles, (role) =>
  defineEndpoint({
    ...change,
    role,
    path: '/new-recovery-codes',
    summary: 'Creates new recovery codes and invalidates the old ones',
    body: PasswordAndCodeInput,
    reply: RecoveryCodes,
    refuses: [wrongPassword, codeIsWrong, tooManyLogins, isOff, tooBusy],
  }),
)

export const removeSecondFactor = mapRoles(roles, (role) =>
  defineEndpoint({
    ...change,
    role,
    path: '/remove-second-factor',
    summary:
      'Turns off the caller’s second factor. If the school requires one, a new one must be set up at once',
    body: PasswordAndCodeInput,
    reply: Message,
    refuses: [wrongPassword, codeIsWrong, tooManyLogins, isOff, tooBusy],
  }),
)

export const resetSecondFactor = mapRoles(roles, (concerned) =>
  defineEndpoint({
    role: 'admin',
    may: 'manage people',
    method: 'POST',
    path: `/reset-second-factor-${concerned}`,
    summary: `Turns off the second factor of ${withArticle(concerned)} and notifies them by email`,
    body: z.object({ id: z.string().max(100) }),
    reply: Message,
    refuses: [
      unknownUser,
      secondFactorRefusals.theirsIsOff,
      ...(concerned === 'admin' ? [secondFactorRefusals.own] : []),
    ],
  }),
)

const RequiredRoles = z.object({ roles: z.array(z.enum(roles)).max(roles.length) })

export const getSecondFactorRoles = defineEndpoint({
  role: 'admin',
  may: 'manage people',
  method: 'GET',
  path: '/second-factor-roles',
  summary: 'Lists the roles that must use a second factor',
  reply: RequiredRoles,
})

export const setSecondFactorRoles = defineEndpoint({
  role: 'admin',
  may: 'manage people',
  method: 'PUT',
  path: '/second-factor-roles',
  summary: 'Sets which roles must use a second factor, effective from their next call',
  body: RequiredRoles,
  reply: Message,
})

/** The calls allowed for a person who must have a second factor and has not set one up. */
export function listSecondFactorSetUpCalls(role: Role) {
  return [getSecondFactor[role], beginSecondFactor[role], confirmSecondFactor[role]]
}
