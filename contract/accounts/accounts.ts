import { z } from 'zod'
import { DomainName, domainRefusals } from '../domains/domain.ts'
import { defineEndpoint, definePublicEndpoint } from '../kit/endpoint.ts'
import { defineRefusal, tooBusy } from '../kit/refusal.ts'
import { emailAddress, nameText, numberOrDigits, requiredText } from '../kit/text/text-schemas.ts'
import { passwordMaxLength } from '../limits/accounts.ts'
import { lineMaxLength, nameMaxLength, passwordMinLength } from '../limits/limits.ts'
import { Address, MobileNumber } from '../people/edit-profile.ts'
import { Gender } from '../people/profile.ts'
import { mapRoles, type ProfileRole, type Role, roles, withArticle } from '../roles.ts'
import { ageMax, ageMin } from './birth-date.ts'
import { loginRefusals } from './login.ts'

export { Login, LoginResult, login, loginResultField, logout } from './login.ts'

const passwordRequired = 'please enter vaild password'

/** A new password (specification, section 5). `NewPasswordWithConfirmation` takes it twice. */
export const NewPassword = z
  .string({ error: passwordRequired })
  .refine((password) => password.trim() !== '', { error: passwordRequired, abort: true })
  .min(passwordMinLength, 'Passwords should be 8 characters long')
  .max(passwordMaxLength, `Passwords should be at most ${passwordMaxLength} characters long`)

const passwordsDiffer = 'Password must be same'

/** A new password and its confirmation, as a form validates them. */
export const NewPasswordWithConfirmation = z
  .object({ password: NewPassword, confirm: z.string() })
  .refine(({ password, confirm }) => password === confirm, {
    path: ['confirm'],
    error: passwordsDiffer,
  })

export const loggedInMessage = 'Login success'
export const loggedOutMessage = 'You are signed out.'
export const passwordSetMessage = 'Your password is set.'
export const adminJoinedMessage = 'Your password is set. You can sign in now.'
export const profileCompletedMessage = 'Your profile is complete. You can sign in now.'
export const invitationSentMessage = 'Invitation sent.'
export const passwordUpdatedMessage = 'password update successfully.'
export const userAddedMessage = 'User added successfully.'
export const userBlockedMessage = 'User blocked/unblocked successfully.'
export const blockFailedMessage = 'Failed to block/unblock user.'
export const accountBlockedMessage = 'Your account is blocked. Please talk to your admin.'
export const profileIncompleteMessage =
  'Your profile is not complete. Please open the link in your invitation.'

/** The message at another role's login after the right password. */
export const formatWrongRoleLoginMessage = (role: Role) =>
  `This is not the login for your account. Sign in at the ${role} login.`

export const accountRefusals = {
  ...loginRefusals,
  badLink: defineRefusal(
    404,
    'This link is not valid or has expired. Ask your admin for a new one.',
  ),
  noPasswordYet: defineRefusal(409, 'Please set a password first'),
  mostUsedPassword: defineRefusal(400, 'This password is too common. Please choose another.'),
  /** The school has single sign-on only. */
  passwordsOff: defineRefusal(
    409,
    'Passwords are turned off at this school. Please use single sign-on.',
  ),
  /** They sign in through the OpenID provider, and may set one. */
  hasNoPassword: defineRefusal(
    409,
    'You have no password yet. Log out and choose ‘Forgot password?’ to set one.',
  ),
  wrongOldPassword: defineRefusal(400, 'Old password is not same'),
  emailTaken: defineRefusal(409, 'This email is already in use'),
  unknownUser: defineRefusal(404, 'This user does not exist'),
  unknownDomain: defineRefusal(400, 'This domain does not exist'),
  joined: defineRefusal(409, 'This person has already joined.'),
  lastAdmin: defineRefusal(409, 'This is the last admin who can sign in. Add another admin first.'),
}

const Message = z.object({ message: z.string() })

export const PasswordChange = z.object({
  oldpass: z
    .string({ error: 'please enter your password' })
    .min(1, 'please enter your password')
    .max(passwordMaxLength),
  newpass: NewPassword,
})
export type PasswordChange = z.input<typeof PasswordChange>

/** With `renew`, the reply contains a new token. Older clients keep theirs. */
const PasswordChangeAsked = PasswordChange.extend({ renew: z.boolean().optional() })

export const updatePassword = mapRoles(roles, (role) =>
  defineEndpoint({
    role,
    may: 'sign in',
    method: 'PUT',
    path: '/update-password',
    summary:
      'Changes the password and ends all other sessions and all API tokens. With `renew`, this session’s token ends too and the reply contains a new one',
    bodyIn: 'value',
    body: PasswordChangeAsked,
    reply: Message.extend({ token: z.string().optional() }),
    refuses: [
      accountRefusals.wrongOldPassword,
      accountRefusals.mostUsedPassword,
      accountRefusals.passwordsOff,
      accountRefusals.hasNoPassword,
      accountRefusals.tooManyLogins,
      tooBusy,
    ],
  }),
)

/** The invitation's secret, as a path parameter. */
const Invitation = z.object({ id: z.string().min(1).max(200) })

/** The reply to each step of joining, with the email to sign in with after the last one. */
const JoiningReply = Message.extend({ email: z.string() })

/** Admins have no profile: with the password set they can sign in. */
export const setPassword = mapRoles(roles, (role) =>
  definePublicEndpoint(role, {
    method: 'PUT',
    path: '/set-password/:id',
    summary: `Sets the password of an invited ${role}`,
    params: Invitation,
    body: z.object({ password: NewPassword }),
    reply: JoiningReply,
    refuses: [
      accountRefusals.badLink,
      accountRefusals.mostUsedPassword,
      accountRefusals.passwordsOff,
      tooBusy,
    ],
  }),
)

const wrongAge = `Please enter an age from ${ageMin} to ${ageMax}`
const profileCompletion = {
  number: MobileNumber,
  gender: Gender,
  qualification: requiredText('Educational qualification is required', lineMaxLength),
  address: Address,
  dob: z.iso.date('Date of Birth is required'),
  age: numberOrDigits('Age is required').pipe(
    z
      .number('Age is required')
      .int('Please enter whole years')
      .min(ageMin, wrongAge)
      .max(ageMax, wrongAge),
  ),
}
const domainId = z.string({ error: 'Domain is required' }).min(1, 'Domain is required').max(100)

/** Profile completion (specification, section 5). Students choose one domain, reviewers several. */
export const ProfileCompletion = {
  student: z.object({ ...profileCompletion, domain: domainId }),
  advisor: z.object(profileCompletion),
  reviewer: z.object({ ...profileCompletion, domains: z.array(domainId).max(100).default([]) }),
}

const setProfileFor = <Body extends z.ZodObject>(role: ProfileRole, body: Body) =>
  definePublicEndpoint(role, {
    method: 'PUT',
    path: '/set-profile/:id',
    summary: `Completes the profile of an invited ${role} and marks them as verified`,
    params: Invitation,
    bodyIn: 'userData',
    body,
    reply: JoiningReply,
    refuses: [
      accountRefusals.badLink,
      accountRefusals.noPasswordYet,
      accountRefusals.unknownDomain,
      domainRefusals.archived,
    ],
  })

export const setProfile = {
  student: setProfileFor('student', ProfileCompletion.student),
  advisor: setProfileFor('advisor', ProfileCompletion.advisor),
  reviewer: setProfileFor('reviewer', ProfileCompletion.reviewer),
}

/**
 * The domains an invited student or reviewer can choose from. The misspelled path is the
 * specification's.
 */
export const listInvitationDomains = mapRoles(['student', 'reviewer'], (role) =>
  definePublicEndpoint(role, {
    method: 'GET',
    path: '/get-domaim-info/:id',
    summary: 'Lists the domains that an invited person can choose from',
    params: Invitation,
    reply: z.array(DomainName),
    refuses: [accountRefusals.badLink],
  }),
)

export const NewPerson = z.object({
  name: nameText(
    'Name is required',
    nameMaxLength,
    `Name can have at most ${nameMaxLength} characters`,
  ),
  email: emailAddress({ required: 'Email is required', invalid: 'Invalid email' }),
})
export type NewPerson = z.input<typeof NewPerson>

/** What an admin enters of each role. A student's domain, if given, is not asked for later. */
const newPeople = {
  student: NewPerson.extend({ domain: z.string().max(100).optional() }),
  advisor: NewPerson,
  reviewer: NewPerson,
  admin: NewPerson,
}

/**
 * `inviteUrl` lets an admin pass the link on where no mail is set up. It is not in a reply to an API
 * token.
 */
export const InvitedReply = z.object({ message: z.string(), inviteUrl: z.string().optional() })

const SharedInvitation = z.object({
  name: z.string(),
  email: z.string(),
  inviteUrl: z.string(),
})
export type SharedInvitation = z.infer<typeof SharedInvitation>

/** Invitation links for an admin to share. They are not in a reply to an API token. */
export const SharedInvitations = z.array(SharedInvitation)

export const addPerson = mapRoles(roles, (added) =>
  defineEndpoint({
    role: 'admin',
    may: 'manage people',
    method: 'POST',
    path: `/add-${added}`,
    summary: `Adds ${withArticle(added)} and sends them an invitation`,
    body: newPeople[added],
    reply: InvitedReply,
    refuses: [
      accountRefusals.emailTaken,
      ...(added === 'student' ? [accountRefusals.unknownDomain, domainRefusals.archived] : []),
    ],
  }),
)

const blockActions = ['block', 'unblock'] as const

const BlockRequest = z.object({
  id: z.string().max(100),
  action: z.enum(blockActions),
  /** Asks for a new invitation alone: a person who has joined meanwhile is refused. */
  unverifiedOnly: z.boolean().optional(),
})
export type BlockRequest = z.output<typeof BlockRequest>

export const blockUnblock = mapRoles(roles, (concerned) =>
  defineEndpoint({
    role: 'admin',
    may: 'manage people',
    method: 'PATCH',
    path: `/block-unblock-${concerned}`,
    summary: `Blocks or unblocks ${withArticle(concerned)}. A person who is not verified gets a new invitation instead; with \`unverifiedOnly\` nobody else is changed`,
    body: BlockRequest,
    reply: InvitedReply,
    refuses: [
      accountRefusals.unknownUser,
      accountRefusals.joined,
      ...(concerned === 'admin' ? [accountRefusals.lastAdmin] : []),
    ],
  }),
)
